/* The mex recurrence of Eppstein 2018, section 1, as one writes it: for each position mark the nim-values of its options, then
 * take the first that is not marked. Of subtract-a-square, or of the increasing numbers in a file. Usage: mex N [FILE] [values].
 * Prints the largest nim-value, or writes all as ints. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int main(int argc, char **argv)
{
    int all = strcmp(argv[argc - 1], "values") == 0;
    argc -= all;
    if (argc < 2 || argc > 3)
        return 2;
    long n = atol(argv[1]);
    int *nim = malloc(n * sizeof(int));
    long *seen = malloc((1 << 20) * sizeof(long));
    long *set = malloc((1 << 26) * sizeof(long));
    long size = 0;
    int largest = 0;

    if (nim == NULL || seen == NULL || set == NULL)
        return 1;
    if (argc == 3) {
        FILE *file = fopen(argv[2], "r");
        if (file == NULL)
            return 1;
        while (size < 1 << 26 && fscanf(file, "%ld", &set[size]) == 1)
            size++;
        fclose(file);
    }
    for (long v = 0; v < 1 << 20; v++)
        seen[v] = -1;
    for (long i = 0; i < n; i++) {
        if (argc == 2)
            for (long k = 1; k * k <= i; k++)
                seen[nim[i - k * k]] = i;
        else
            for (long k = 0; k < size && set[k] <= i; k++)
                seen[nim[i - set[k]]] = i;
        int value = 0;
        while (seen[value] == i)
            value++;
        nim[i] = value;
        if (value > largest)
            largest = value;
    }
    if (all)
        fwrite(nim, sizeof(int), n, stdout);
    else
        printf("%d\n", largest);
    free(nim);
    free(seen);
    free(set);
    return 0;
}
