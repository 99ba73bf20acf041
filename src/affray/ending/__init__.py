"""What a fight has come to: its facts, its story, its chart, each as far as a reader may know them."""
