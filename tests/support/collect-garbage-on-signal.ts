// Preloaded into a server whose memory a test measures: SIGUSR2 makes its main thread collect its garbage.
process.on('SIGUSR2', () => globalThis.gc?.());
