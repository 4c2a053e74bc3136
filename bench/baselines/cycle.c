/* The period of the outcomes of a finite subtraction set as one writes it who keeps its last max S positions: words of 64
 * bits, Brent's search over states, then two walks a period apart for the preperiod. All positions up to the smallest move
 * are decided at once. Usage: cycle MOVE..., increasing, below 128. Prints the period, from which state on it holds, and the
 * processor's seconds. */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

typedef unsigned __int128 state; /* bit i: whether the position i + 1 below is cold */

static int moves[128], count, step;
static state mask;

/* The states `step` positions further. */
static inline state next(state s)
{
    state hot = 0;
    for (int k = 0; k < count; k++)
        hot |= s >> (moves[k] - step);
    state cold = ~hot & (((state)1 << step) - 1);
    return (s << step | cold) & mask;
}

/* The state one position further. */
static inline state one(state s)
{
    state hot = 0;
    for (int k = 0; k < count; k++)
        hot |= s >> (moves[k] - 1);
    return (s << 1 | (~hot & 1)) & mask;
}

int main(int argc, char **argv)
{
    for (count = 0; count < argc - 1; count++)
        moves[count] = atoi(argv[count + 1]);
    int most = moves[count - 1];
    step = moves[0];
    if (most >= 128 || step >= 64)
        return 2;
    /* States at every position up to a step after the marked one: one of them is met in steps. */
    mask = ((state)1 << most) - 1;
    state marked[64], s = 0;
    uint64_t taken = 0, power = 1, since = 0, period = 0;
    marked[0] = 0;
    for (int j = 1; j < step; j++)
        marked[j] = one(marked[j - 1]);
    for (;;) {
        s = next(s);
        taken++;
        since++;
        for (int j = step - 1; j >= 0; j--)
            if (s == marked[j]) {
                period = since * step - j;
                if (j == 0 || taken > since)
                    goto found;
            }
        if (since == power) {
            power *= 2;
            since = 0;
            marked[0] = s;
            for (int j = 1; j < step; j++)
                marked[j] = one(marked[j - 1]);
        }
    }
found:;
    state low = 0, high = 0;
    uint64_t from = 0;
    for (uint64_t i = 0; i < period / step; i++)
        high = next(high);
    for (uint64_t i = 0; i < period % step; i++)
        high = one(high);
    while (low != high) {
        low = one(low);
        high = one(high);
        from++;
    }
    printf("%lu %lu %.3f\n", (unsigned long)period, (unsigned long)from, (double)clock() / CLOCKS_PER_SEC);
    return 0;
}
