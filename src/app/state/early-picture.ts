/* Shows the label in the page's address as the editor will show it first, long before the editor and Skia are loaded. The
   picture is the server's, of this revision and this look, so its pixels are those of the editor's first frame. A part of
   the page's early script (build/early-script.ts): it must not import anything. opening-picture.ts takes it over. */
{
  const opening: Opening = { look, canvas: null, place: null, isOver: false };
  window.opening = opening;
  show().catch(() => undefined);

  /** What the first frame depends on apart from the label: the window, the theme, the side panel and the version of the page. */
  function look(): string {
    const build = document.querySelector<HTMLMetaElement>('meta[name=editor-code]')?.content;
    if (build === undefined) return '';
    let hash = 0;
    for (let i = 0; i < build.length; i++) hash = (Math.imul(hash, 31) + build.charCodeAt(i)) >>> 0;
    const side = stored('sidePanel') ?? '-';
    const theme = document.documentElement.dataset['theme'] ?? '';
    return `${innerWidth}x${innerHeight}@${devicePixelRatio}.${theme}.${side}.${hash.toString(36)}`;
  }

  async function show(): Promise<void> {
    const query = new URLSearchParams(location.search);
    if (location.pathname !== '/editLabel' || query.get('labelStatus') !== 'edit') return;
    const { id } = JSON.parse(query.get('labelAttr') ?? '{}') as { readonly id?: unknown };
    const { userid } = JSON.parse(stored('userInfo') ?? '{}') as { readonly userid?: unknown };
    const present = look();
    if (typeof id !== 'string' || id === '' || typeof userid !== 'string' || present === '') return;
    const [answer, isUnsaved] = await Promise.all([
      fetch(`/files/opening-picture?${new URLSearchParams({ id, look: present }).toString()}`, {
        headers: { 'page-user': userid },
        priority: 'high',
      }),
      hasDraft(userid, id),
    ]);
    if (answer.status !== 200 || isUnsaved) return;
    const bitmap = await createImageBitmap(await answer.blob(), { colorSpaceConversion: 'none' });
    // The editor may be faster, or the window have another size by now.
    if (opening.isOver || look() !== present) return;
    const place = { ...(JSON.parse(answer.headers.get('opening-place') ?? '') as OpeningPlace), look: present };
    const canvas = document.createElement('canvas');
    canvas.width = bitmap.width;
    canvas.height = bitmap.height;
    canvas.getContext('2d', { alpha: false })?.drawImage(bitmap, 0, 0);
    canvas.dataset['opening'] = id;
    canvas.ariaHidden = 'true';
    const [width, height] = [bitmap.width / devicePixelRatio, bitmap.height / devicePixelRatio];
    canvas.style.cssText = `position:fixed;left:${place.left}px;top:${place.top}px;width:${width}px;height:${height}px`;
    opening.canvas = canvas;
    opening.place = place;
    document.documentElement.append(canvas);
  }

  /** Whether this browser has unsaved work on the label (drafts.ts). Creates no database. */
  function hasDraft(userId: string, id: string): Promise<boolean> {
    return new Promise((resolve, reject) => {
      const opened = indexedDB.open(`labelwright-${userId}`);
      opened.addEventListener('upgradeneeded', () => opened.transaction?.abort());
      opened.addEventListener('error', () => resolve(false));
      opened.addEventListener('success', () => {
        const database = opened.result;
        database.addEventListener('versionchange', () => database.close());
        try {
          const key = JSON.stringify([userId, id]);
          const count = database
            .transaction('drafts')
            .objectStore('drafts')
            .count(IDBKeyRange.bound(key, `${key} \uffff`));
          count.addEventListener('success', () => resolve(count.result > 0));
          count.addEventListener('error', () => reject(new Error('no drafts')));
        } catch (error) {
          reject(error as Error);
        } finally {
          database.close();
        }
      });
    });
  }

  function stored(key: string): string | null {
    try {
      return localStorage.getItem(key);
    } catch {
      return null;
    }
  }
}
