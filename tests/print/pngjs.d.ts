declare module 'pngjs' {
  export const PNG: {
    readonly sync: {
      read(bytes: Buffer): { readonly width: number; readonly height: number; readonly data: Buffer };
      write(
        png: { readonly width: number; readonly height: number; readonly data: Buffer },
        options?: { readonly colorType: number; readonly inputColorType: number; readonly inputHasAlpha: boolean },
      ): Buffer;
    };
  };
}
