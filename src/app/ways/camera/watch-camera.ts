import { problem, type Problem } from '#model/kernel/problem.ts';
import type { CodeReader } from '#services/camera/code-reader.ts';
import { createSightings } from '#services/camera/sightings.ts';

/**
 * Plays the stream of a video and tells each code that comes into sight, until it is aborted. A picture is read when the
 * one before has been read, so a slow machine reads fewer. Gives the problem that ends it; null when it was aborted.
 */
export async function watchCamera(
  video: HTMLVideoElement,
  reader: CodeReader,
  onCode: (text: string) => void,
  signal: AbortSignal,
): Promise<Problem | null> {
  const sightings = createSightings();
  try {
    await video.play();
    while (!signal.aborted) {
      await nextPicture(video, signal);
      if (signal.aborted) return null;
      const picture = await createImageBitmap(video);
      const seen = await reader.read(picture, signal);
      if (!seen.ok) return signal.aborted ? null : seen.error;
      const text = sightings.see(seen.value, performance.now());
      if (text !== null) onCode(text);
    }
    return null;
  } catch {
    return signal.aborted ? null : problem('camera.busy');
  }
}

function nextPicture(video: HTMLVideoElement, signal: AbortSignal): Promise<unknown> {
  return new Promise((resolve) => {
    signal.addEventListener('abort', resolve, { once: true });
    video.requestVideoFrameCallback(resolve);
  });
}
