import { expect, test } from 'vitest';
import { INDUSTRIES } from '#protocol/api.ts';
import { galleryQueryOf, WHOLE_GALLERY, withGalleryQuery } from '#app/library/ready-designs/gallery-query.ts';

test('restores the gallery filters from the address, and leaves the tab there', () => {
  const query = {
    industry: INDUSTRIES[0],
    machine: ['Zebra', 'ZD', 'ZD421 300dpi'],
    size: '60x40.5',
    search: 'jam & “tea”',
    page: 3,
  };
  const address = withGalleryQuery(new URLSearchParams('tab=industry&page=9'), query);
  expect(galleryQueryOf(new URLSearchParams(address.toString()))).toEqual(query);
  expect(withGalleryQuery(address, WHOLE_GALLERY).toString()).toBe('tab=industry');
});

test.each(['page=-1&size=ax2&industry=none', 'page=1.5', ''])('an invalid address %j shows all', (address) => {
  expect(galleryQueryOf(new URLSearchParams(address))).toEqual(WHOLE_GALLERY);
});
