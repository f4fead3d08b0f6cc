/** Renderers that are programs: Skia on the CPU is three to five times as fast as what they pretend to be. */
const SOFTWARE = /SwiftShader|llvmpipe|softpipe|Basic Render|Software/i;

/** Whether this name, as WebGL's unmasked renderer gives it, is a graphics processor's. None: nobody knows. */
export function isRealGpu(renderer: string | null): boolean {
  return renderer !== null && renderer !== '' && !SOFTWARE.test(renderer);
}

/**
 * What WebGL runs on here; null when it does not, or hides it. Asked of a canvas that is thrown away: one that ever had
 * a WebGL context gives no other. (`failIfMajorPerformanceCaveat` does not keep SwiftShader out.)
 */
export function webGlRenderer(): string | null {
  const gl = new OffscreenCanvas(1, 1).getContext('webgl2');
  if (gl === null) return null;
  const info = gl.getExtension('WEBGL_debug_renderer_info');
  const renderer: unknown = info === null ? null : gl.getParameter(info.UNMASKED_RENDERER_WEBGL);
  // The browser allows few contexts, and this one has served.
  gl.getExtension('WEBGL_lose_context')?.loseContext();
  return typeof renderer === 'string' ? renderer : null;
}
