/* The mex recurrence of Eppstein 2018, section 1, for subtract-a-square, as one writes it: for each position mark the
 * nim-values of its options, then take the first that is not marked. Usage: mex N. Prints the largest nim-value. */
#include <stdio.h>
#include <stdlib.h>

int main(int argc, char **argv)
{
    if (argc != 2)
        return 2;
    long n = atol(argv[1]);
    int *nim = malloc(n * sizeof(int));
    long *seen = malloc((1 << 20) * sizeof(long));
    int largest = 0;

    if (nim == NULL || seen == NULL)
        return 1;
    for (long v = 0; v < 1 << 20; v++)
        seen[v] = -1;
    for (long i = 0; i < n; i++) {
        for (long k = 1; k * k <= i; k++)
            seen[nim[i - k * k]] = i;
        int value = 0;
        while (seen[value] == i)
            value++;
        nim[i] = value;
        if (value > largest)
            largest = value;
    }
    printf("%d\n", largest);
    free(nim);
    free(seen);
    return 0;
}
