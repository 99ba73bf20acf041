/* The floor: `brawl` of the classic book and nothing else, by hand. The same splitmix64 dice, no allocation, no log.
   usage: floor SEED FIRST COUNT [print]   prints fights a second, how often each side won, and the checksum. */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#define GAMMA 0x9E3779B97F4A7C15ULL
enum { PARTY = 4, ORCS = 6, ALL = PARTY + ORCS, LAST_ROUND = 200 };

static const int ARMOUR[ALL] = {4, 4, 7, 9, 6, 6, 6, 6, 6, 6};
static const int HP[ALL] = {8, 6, 4, 3, 4, 4, 4, 4, 4, 4};

typedef struct {
  uint64_t key;
  int rolled, round, winner;
  int hp[ALL];
  int dead[2], met[2], due, passed; /* the party's characters never check; the orcs are one group of one rating */
  int gone;
} Fight;

static inline uint64_t mix(uint64_t z) {
  z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9ULL;
  z = (z ^ (z >> 27)) * 0x94D049BB133111EBULL;
  return z ^ (z >> 31);
}

static inline int die(Fight *f, unsigned sides) {
  return 1 + (int)(((mix(f->key + (uint64_t)f->rolled++ * GAMMA) >> 32) * sides) >> 32);
}

static inline int first_standing(const Fight *f, int side) {
  int lo = side ? PARTY : 0, hi = side ? ALL : PARTY;
  for (int i = lo; i < hi; i++)
    if (f->hp[i] > 0) return i;
  return -1;
}

static void fall(Fight *f, int side) {
  int size = side ? ORCS : PARTY, dead = ++f->dead[side];
  if (2 * dead >= size && !(f->met[side] & 2)) {
    f->met[side] |= 2;
    if (side) f->due |= 2;
  }
  if (dead == 1) {
    f->met[side] |= 1;
    if (side) f->due |= 1;
  }
  if (dead == size) f->winner = 1 - side;
}

static void check_morale(Fight *f) {
  while (f->due) {
    f->due &= f->due - 1;
    if (f->passed >= 2) continue;
    int a = die(f, 6), b = die(f, 6);
    if (a + b > 8) { /* no way out: they surrender */
      f->winner = 0;
      return;
    }
    f->passed++;
  }
}

static void turn(Fight *f, int side) {
  int lo = side ? PARTY : 0, hi = side ? ALL : PARTY;
  if (side) check_morale(f);
  for (int i = lo; i < hi && f->winner < 0; i++) {
    if (f->hp[i] <= 0) continue;
    int target = first_standing(f, 1 - side), natural = die(f, 20);
    if (natural == 20 || (natural != 1 && 19 - natural <= ARMOUR[target])) {
      f->hp[target] -= die(f, 6);
      if (f->hp[target] <= 0) fall(f, 1 - side);
    }
  }
}

static void fight(Fight *f) {
  while (f->winner < 0) {
    if (f->round == LAST_ROUND) {
      f->winner = -3;
      return;
    }
    f->round++;
    int a, b;
    do {
      a = die(f, 6);
      b = die(f, 6);
    } while (a == b);
    int first = a > b ? 0 : 1;
    turn(f, first);
    if (f->winner < 0) turn(f, 1 - first);
  }
}

int main(int argc, char **argv) {
  uint64_t seed = argc > 1 ? strtoull(argv[1], 0, 10) : 1, first = argc > 2 ? strtoull(argv[2], 0, 10) : 0;
  uint64_t count = argc > 3 ? strtoull(argv[3], 0, 10) : 1000000, wins[2] = {0, 0}, checksum = 0, key0 = mix(seed);
  int print = argc > 4;
  struct timespec t0, t1;
  clock_gettime(CLOCK_MONOTONIC, &t0);
  for (uint64_t k = first; k < first + count; k++) {
    Fight f;
    memset(&f, 0, sizeof f);
    memcpy(f.hp, HP, sizeof HP);
    f.winner = -1;
    f.key = key0 + ((k << 20) + 1) * GAMMA;
    fight(&f);
    if (f.winner >= 0) wins[f.winner]++;
    uint64_t h = mix((uint64_t)(f.winner + 3) + (uint64_t)f.round * GAMMA);
    h = mix(h + (uint64_t)f.rolled);
    for (int i = 0; i < ALL; i++) h = mix(h + (uint64_t)(f.hp[i] + 1000000));
    checksum += mix(h + k * GAMMA);
    if (print) printf("%llu %d %d %d\n", (unsigned long long)k, f.winner, f.round, f.rolled);
  }
  clock_gettime(CLOCK_MONOTONIC, &t1);
  double seconds = (double)(t1.tv_sec - t0.tv_sec) + 1e-9 * (double)(t1.tv_nsec - t0.tv_nsec);
  printf("{\"fights_per_second\": %.0f, \"wins\": [%llu, %llu], \"checksum\": \"%016llx\"}\n", (double)count / seconds,
         (unsigned long long)wins[0], (unsigned long long)wins[1], (unsigned long long)checksum);
  return 0;
}
