/** The keychain's binary is there, and something that it is linked with is not. */
const load = process.dlopen.bind(process);

Reflect.set(process, 'dlopen', (module: object, file: string, ...more: [number?]) => {
  if (!/keyring[^/\\]*\.node$/u.test(file)) {
    load(module, file, ...more);
    return;
  }
  const words = 'libdbus-1.so.3: cannot open shared object file: No such file or directory';
  throw Object.assign(new Error(words), { code: 'ERR_DLOPEN_FAILED' });
});
