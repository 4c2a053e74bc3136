/* Proves or rejects a certificate of takeaway, whose format is in FORMAT.md ("Certificates"), by the definition of a subtraction
   game alone: a position is cold if no move leads from it to a cold one, else hot. It trusts nothing but its own arithmetic.
   C99:  cc -O2 -o checker checker.c && ./checker FILE      exit code 0: every printed line is proven; 1: rejected */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

static FILE *file;
static uint64_t below, moves, cold, *take;
static unsigned char *is_cold, *is_reached;

static void reject(const char *why) {
  printf("REJECTED: %s.\n", why), exit(1);
}

static void text(const char *expected) {
  for (; *expected; expected++) if (getc(file) != *expected) reject("it is not a whole certificate of version 1");
}

static uint64_t number(int after, uint64_t most) { /* at most 15 digits, then the character `after` */
  uint64_t n = 0;
  int c, digits = 0;
  for (; (c = getc(file)) >= '0' && c <= '9' && digits < 16; digits++) n = 10 * n + (uint64_t)(c - '0');
  if (c != after || digits < 1 || digits > 15 || n > most) reject("a number is missing or too large");
  return n;
}

static uint64_t repeated(uint64_t n, uint64_t start, uint64_t period) { /* the position below start + period that n repeats */
  return n < start ? n : start + (n - start) % period;
}

int main(int count, char **words) {
  uint64_t i, k, n, start, period = 0, shift, pairs = 0;
  int c;
  if (count != 2 || !(file = fopen(words[1], "rb"))) reject("name a file that can be read");
  text("takeaway certificate 1\ngame ");
  while ((c = getc(file)) >= ' ') putchar(c);
  if (c != '\n') reject("it is not a whole certificate of version 1");
  text("below "), below = number('\n', 999999999999);
  text("moves "), moves = number('\n', below);
  is_cold = calloc(below + 1, 1), is_reached = calloc(below + 1, 1), take = malloc((moves + 1) * sizeof *take);
  if (!is_cold || !is_reached || !take) reject("there is not enough memory to check it");
  for (k = 0; k < moves; k++)
    if ((take[k] = number('\n', below)) <= (k ? take[k - 1] : 0) || take[k] >= below) reject("moves do not increase");
  text("cold "), cold = number('\n', below);
  for (i = n = 0; i < cold; i++) { /* every option of n is below n, so all cold options of n are known when n is read */
    uint64_t last = n;
    if ((n = number('\n', below)) >= below || (i && n <= last)) reject("cold positions do not increase");
    if (is_reached[n]) reject("a cold position has a move to a cold one");
    is_cold[n] = 1;
    for (k = 0; k < moves && n + take[k] < below; k++) is_reached[n + take[k]] = 1;
  }
  for (n = 0; n < below; n++) if (!is_cold[n] && !is_reached[n]) reject("a position that is not cold has no move to a cold one");
  printf("\nPROVEN: with the %llu listed moves, exactly the %llu listed positions below %llu are cold.\n",
         (unsigned long long)moves, (unsigned long long)cold, (unsigned long long)below);
  if ((c = getc(file)) == 'p') { /* as many outcomes as the largest move decide all later ones, so if they repeat, all do */
    text("eriod "), start = number(' ', below), period = number('\n', below), k = moves ? take[moves - 1] : 0;
    if (!period || !moves || start + period + k > below) reject("the positions below the end do not prove the period");
    for (n = start; n < start + k; n++) if (is_cold[n] != is_cold[n + period]) reject("the period does not hold");
    if (start && is_cold[start - 1] == is_cold[start - 1 + period]) reject("the period begins earlier");
    for (i = 1; i < period; i++) { /* a smaller period would divide this one */
      for (n = start; period % i == 0 && n < start + period; n++)
        if (is_cold[n] != is_cold[repeated(n + i, start, period)]) break;
      if (n == start + period) reject("a smaller period holds");
    }
    printf("PROVEN: with no other moves, hot and cold repeat with period %llu and", (unsigned long long)period);
    printf(" no smaller one, from %llu on and not earlier.\n", (unsigned long long)start);
    if ((c = getc(file)) == 'c') {
      text("ollisions "), shift = number(' ', 999999999999), k = number('\n', below);
      for (n = start; n < start + period; n++) pairs += is_cold[n] & is_cold[repeated(n + shift, start, period)];
      if (pairs != k) reject("the number of collisions is another one");
      printf("PROVEN: in a period, %llu cold n have a cold n + %llu.\n", (unsigned long long)k, (unsigned long long)shift);
      c = getc(file);
    }
  }
  if (c != 'e') reject("it is not a whole certificate of version 1");
  text("nd\n");
  if (getc(file) != EOF) reject("it goes on after its end");
  return 0;
}
