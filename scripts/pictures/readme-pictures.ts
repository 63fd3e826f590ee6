import { writeFileSync } from 'node:fs'
import type { Page } from 'playwright-core'
import type { PLACES } from './places.ts'

interface ReadmePicture {
  readonly place: keyof typeof PLACES
  readonly look: 'light' | 'dark' | 'ja'
  /** Where the usual one would cut off what the picture is there for. */
  readonly size?: { readonly width: number; readonly height: number }
}

/** The pictures of the README, by their names there. */
export const README_PICTURES: Readonly<Record<string, ReadmePicture>> = {
  axis: { place: 'live-call', look: 'light' },
  trace: { place: 'refused', look: 'light', size: { width: 1_440, height: 1_190 } },
  retries: { place: 'delivery', look: 'light' },
  signature: { place: 'tampered', look: 'dark' },
  limits: { place: 'limits', look: 'light' },
  client: { place: 'finding', look: 'ja' },
}

const QUALITY = 0.8

/** A picture as WebP, which takes a quarter of the bytes. The browser that took it can write that. */
export async function writeWebp(page: Page, png: Buffer, file: string): Promise<void> {
  const url = await page.evaluate<string>(`(async () => {
    const image = new Image()
    image.src = 'data:image/png;base64,${png.toString('base64')}'
    await image.decode()
    const canvas = Object.assign(document.createElement('canvas'), { width: image.width, height: image.height })
    canvas.getContext('2d').drawImage(image, 0, 0)
    return canvas.toDataURL('image/webp', ${QUALITY})
  })()`)
  writeFileSync(file, Buffer.from(url.slice(url.indexOf(',') + 1), 'base64'))
}
