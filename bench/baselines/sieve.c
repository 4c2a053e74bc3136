/* The sieve of Eppstein 2018, section 3.2, as one writes it from the paper: an array of Booleans, and for each cold position all
 * its marks at once. Of subtract-a-square, or of the increasing numbers in a file. Usage: sieve N [FILE] [values]. Prints
 * the number of cold positions, or writes a byte for each position: 0 if it is cold, else 1. */
#include <stdbool.h>
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
    bool *hot = calloc(n, sizeof(bool));
    long count = 0;

    if (hot == NULL)
        return 1;
    if (argc == 2) {
        for (long i = 0; i < n; i++) {
            if (hot[i])
                continue;
            count++;
            for (long k = 1; i + k * k < n; k++)
                hot[i + k * k] = true;
        }
    } else {
        FILE *file = fopen(argv[2], "r");
        long *set = malloc((1 << 26) * sizeof(long));
        long size = 0;
        if (file == NULL || set == NULL)
            return 1;
        while (size < 1 << 26 && fscanf(file, "%ld", &set[size]) == 1)
            size++;
        fclose(file);
        for (long i = 0; i < n; i++) {
            if (hot[i])
                continue;
            count++;
            for (long k = 0; k < size && i + set[k] < n; k++)
                hot[i + set[k]] = true;
        }
        free(set);
    }
    if (all)
        fwrite(hot, sizeof(bool), n, stdout);
    else
        printf("%ld\n", count);
    free(hot);
    return 0;
}
