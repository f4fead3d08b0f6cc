import { problem, type Problem } from '#model/kernel/problem.ts';
import { err, ok, type Result } from '#model/kernel/result.ts';

/** The width that shows a Code 128 of 30 mm from a hand's breadth away. */
const WIDTH_PX = 1280;
const HEIGHT_PX = 720;

/**
 * Opens the camera that faces away from the user, if there is one. The caller stops its tracks. Problems:
 * `browser.insecure`, `camera.denied`, `camera.absent`, `camera.busy`.
 */
export async function openCamera(devices: MediaDevices | undefined): Promise<Result<MediaStream>> {
  // Without https a page has no devices at all.
  if (devices === undefined) return err(problem('browser.insecure'));
  try {
    return ok(
      await devices.getUserMedia({
        audio: false,
        video: { facingMode: { ideal: 'environment' }, width: { ideal: WIDTH_PX }, height: { ideal: HEIGHT_PX } },
      }),
    );
  } catch (cause) {
    return err(problemOf(cause));
  }
}

/** The names in the standard (Media Capture and Streams, 10.2, getUserMedia). */
function problemOf(cause: unknown): Problem {
  const name = cause instanceof DOMException ? cause.name : '';
  if (name === 'NotAllowedError' || name === 'SecurityError') return problem('camera.denied');
  if (name === 'NotFoundError' || name === 'OverconstrainedError') return problem('camera.absent');
  return problem('camera.busy');
}
