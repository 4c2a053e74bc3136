/* The sieve of Eppstein 2018, section 3.2, for subtract-a-square, as one writes it from the paper: an array of
 * Booleans, and for each cold position all its marks at once. Usage: sieve N. Prints the number of cold positions. */
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>

int main(int argc, char **argv)
{
    if (argc != 2)
        return 2;
    long n = atol(argv[1]);
    bool *hot = calloc(n, sizeof(bool));
    long count = 0;

    if (hot == NULL)
        return 1;
    for (long i = 0; i < n; i++) {
        if (hot[i])
            continue;
        count++;
        for (long k = 1; i + k * k < n; k++)
            hot[i + k * k] = true;
    }
    printf("%ld\n", count);
    free(hot);
    return 0;
}
