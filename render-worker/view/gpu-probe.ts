/** WebGL renderers in software. Skia on the CPU is three to five times as fast as they are. */
const SOFTWARE = /SwiftShader|llvmpipe|softpipe|Basic Render|Software/i;

/** True when this name of WebGL's unmasked renderer belongs to a graphics processor. Unknown without a name. */
export function isRealGpu(renderer: string | null): boolean {
  return renderer !== null && renderer !== '' && !SOFTWARE.test(renderer);
}

/**
 * WebGL's renderer here; null when there is no WebGL or it hides this. Read from a canvas that is discarded, because a
 * canvas that had a WebGL context gives no other. (`failIfMajorPerformanceCaveat` does not exclude SwiftShader.)
 */
export function webGlRenderer(): string | null {
  const gl = new OffscreenCanvas(1, 1).getContext('webgl2');
  if (gl === null) return null;
  const info = gl.getExtension('WEBGL_debug_renderer_info');
  const renderer: unknown = info === null ? null : gl.getParameter(info.UNMASKED_RENDERER_WEBGL);
  // The browser allows only a few contexts, and this one is no longer needed.
  gl.getExtension('WEBGL_lose_context')?.loseContext();
  return typeof renderer === 'string' ? renderer : null;
}
