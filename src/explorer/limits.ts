/** Limits that the routes and the page share. */

/** Largest move of the atlas: some seconds of one processor. */
export const MAX_MOVE = 128;
/** Games in one figure. */
export const MAX_COMPARED = 4;
/** Length of a list of numbers that may be taken, and of winning moves. */
export const MAX_LISTED = 1000;
