/** The bundler turns the file into an address of our own server. */
declare module '*.wasm?url' {
  const url: string;
  export default url;
}
