/* Calls the tutorial's product, on whole values and on components. */
#include "matmul6.h"

#include <stdio.h>

static int fail(const char *what) {
  fprintf(stderr, "%s: %s\n", what, matmul6_error());
  return 1;
}

int main(void) {
  float a[] = {1, 2, 3, 4, 5, 6}, b[] = {6, 5, 4, 3, 2, 1}, c[4];
  const float *as[MATMUL6_NUM_DEVICES], *bs[MATMUL6_NUM_DEVICES];
  float parts[MATMUL6_NUM_DEVICES][2], *cs[MATMUL6_NUM_DEVICES];
  int device;

  if (matmul6_run(a, b, c))
    return fail("run");
  printf("%g %g %g %g\n", c[0], c[1], c[2], c[3]);

  /* The mesh is x=3,y=2, row-major: device 2 * x + y has element [y, x] of a
   * and row x of b. */
  for (device = 0; device < MATMUL6_NUM_DEVICES; ++device) {
    as[device] = a + device % 2 * 3 + device / 2;
    bs[device] = b + device / 2 * 2;
    cs[device] = parts[device];
  }
  if (matmul6_run_components(as, bs, cs))
    return fail("run_components");
  for (device = 0; device < MATMUL6_NUM_DEVICES; ++device)
    printf("device %d: %g %g\n", device, parts[device][0], parts[device][1]);
  matmul6_end();
  return 0;
}
