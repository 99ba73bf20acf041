"""A compiler for rules: annotated Python functions and record layouts in, LLVM IR and machine code out.

docs/rule-language.md defines the language. The compiler knows no book, no fight and no dice, and it uses llvmlite's
public interface only. Read in this order: types.py (what a value can be), source.py (where functions come from),
program.py (functions and their instances), flow.py (blocks and variables), expressions.py and statements.py (one method
for each construct), arithmetic.py (numbers), machine.py (LLVM), gpu.py (the entry for a GPU). Only
source.py works without llvmlite."""
