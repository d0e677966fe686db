// What a machine says of itself, said differently: for LD_PRELOAD.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <locale.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static long or_else(const char *name, long value) {
  const char *said = getenv(name);
  return said ? atol(said) : value;
}

int get_nprocs(void) {
  int (*real)(void) = (int (*)(void))dlsym(RTLD_NEXT, "get_nprocs");
  return or_else("SAID_CORES", real());
}

// Libraries that protect pages of their own need the true size.
static int is_runtime(void *caller) {
  Dl_info info;
  return dladdr(caller, &info) && strstr(info.dli_fname, "dtensor_runtime");
}

long sysconf(int name) {
  long (*real)(int) = (long (*)(int))dlsym(RTLD_NEXT, "sysconf");
  if (name == _SC_PAGESIZE && is_runtime(__builtin_return_address(0)))
    return or_else("SAID_PAGE_BYTES", real(name));
  if (name == _SC_NPROCESSORS_ONLN)
    return or_else("SAID_CORES", real(name));
  return real(name);
}

// As a program does that embeds the library and speaks its user's language.
__attribute__((constructor)) static void speak(void) {
  if (getenv("SAID_LOCALE") && !setlocale(LC_ALL, getenv("SAID_LOCALE")))
    abort();
}
