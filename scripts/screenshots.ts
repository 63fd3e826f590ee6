import { mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { parseArgs } from 'node:util'
import type { Browser, Page } from 'playwright-core'
import { launchChromium } from '../tests/dashboard/support/chromium.ts'
import { follow, untilShown } from '../tests/dashboard/support/until-shown.ts'
import { ensureDashboard } from './dashboard-build.ts'
import { PLACES, type Place } from './pictures/places.ts'
import { README_PICTURES, writeWebp } from './pictures/readme-pictures.ts'
import { type Told, tellWorlds } from './pictures/worlds.ts'

/**
 * Pictures of every screen from a fixed seed and instant. They are looked at by people, not compared by machines.
 *
 *     node scripts/screenshots.ts --readme
 *     node scripts/screenshots.ts [--out <folder>] [--only <place>,…] [--looks light,dark,ja,ja-dark] [--sizes 1024x768,…] [--sheets]
 *
 * `--readme` makes the pictures of the README anew, in renderer/screenshots. `--only webhooks*` takes all places whose names begin so.
 * `--sheets` lays the pictures of each place side by side as one more picture.
 */
const { values } = parseArgs({
  options: {
    out: { type: 'string', default: 'screenshots' },
    only: { type: 'string' },
    looks: { type: 'string', default: 'light,dark,ja,ja-dark' },
    sizes: { type: 'string', default: '1440x900' },
    sheets: { type: 'boolean', default: false },
    readme: { type: 'boolean', default: false },
  },
})

const LOOKS = {
  light: { colorScheme: 'light', locale: 'en' },
  dark: { colorScheme: 'dark', locale: 'en' },
  ja: { colorScheme: 'light', locale: 'ja' },
  'ja-dark': { colorScheme: 'dark', locale: 'ja' },
} as const
type LookName = keyof typeof LOOKS

const looks = values.looks.split(',').map(name => {
  if (!(name in LOOKS)) throw new Error(`There is no look ${name}. Choose from ${Object.keys(LOOKS).join(', ')}.`)
  return name as LookName
})
const sizes = values.sizes.split(',').map(text => {
  const [width = 0, height = 0] = text.split('x').map(Number)
  if (!(width > 0 && height > 0)) throw new Error(`A size is written as 1440x900 (got ${text}).`)
  return { width, height }
})
type Size = (typeof sizes)[number]

const isWanted = (name: string) =>
  values.only === undefined ||
  values.only.split(',').some(wanted => (wanted.endsWith('*') ? name.startsWith(wanted.slice(0, -1)) : name === wanted))
const places = Object.entries(PLACES).filter(([name]) => isWanted(name))

const READMES = path.join(import.meta.dirname, '../renderer/screenshots')
/** What is drawn again for a new size, and what fades in. */
const atRest = (page: Page) => page.waitForTimeout(350)
const file = (place: string, look: LookName, { width }: Size) =>
  path.join(values.out, sizes.length === 1 ? `${place}-${look}.png` : `${place}-${look}-${width}.png`)

ensureDashboard()
mkdirSync(values.out, { recursive: true })
const browser = await launchChromium()
try {
  if (values.readme) {
    await using told = await tellWorlds()
    await takeForReadme(browser, told)
  } else
    for (const look of looks) {
      // What a picture has sent or set is not there for the same picture in another look.
      await using told = await tellWorlds()
      await take(browser, look, told)
    }
  if (values.sheets) await lay(browser)
} finally {
  await browser.close()
}

async function takeForReadme(from: Browser, { emulator, shown }: Told): Promise<void> {
  for (const [name, { place, look, size = { width: 1_440, height: 900 } }] of Object.entries(README_PICTURES)) {
    const context = await from.newContext({ ...LOOKS[look], viewport: size, reducedMotion: 'reduce' })
    const page = await context.newPage()
    const { address, first } = PLACES[place] as Place
    await page.goto(new URL(address(shown), emulator.dashboardUrl).href)
    await untilShown(page, 'loaded')
    await first?.(page)
    await atRest(page)
    await writeWebp(page, await page.screenshot(), path.join(READMES, `${name}.webp`))
    await context.close()
  }
}

/** One page shows everything in turn: a place is gone to as by a link, and each size is a matter of the window. */
async function take(from: Browser, look: LookName, { emulator, shown }: Told): Promise<void> {
  const context = await from.newContext({ ...LOOKS[look], viewport: sizes[0] ?? null, reducedMotion: 'reduce' })
  const page = await context.newPage()
  await page.goto(emulator.dashboardUrl)
  await untilShown(page, 'loaded')
  for (const [name, { address, first, last, size: own }] of places) {
    const framed = own ? [own] : sizes
    // What is done there, such as scrolling, is done at the size of the first picture.
    if (framed[0]) await page.setViewportSize(framed[0])
    // What the place before has pointed at is not pointed at here.
    await page.mouse.move(0, 0)
    await follow(page, new URL(address(shown), emulator.dashboardUrl).href)
    await first?.(page)
    for (const size of framed) {
      await page.setViewportSize(size)
      await untilShown(page, 'loaded')
      await atRest(page)
      // A larger window opens by itself what is worth a look, which is then still to come.
      await untilShown(page, 'loaded')
      await page.screenshot({ path: file(name, look, size) })
    }
    await last?.(page)
    if (own) await page.setViewportSize(sizes[0] ?? own)
  }
  await context.close()
}

/** One picture of each place with all its looks and sizes: what falls out of the row shows at a glance. */
async function lay(from: Browser): Promise<void> {
  const page = await from.newPage({ viewport: { width: 1_800, height: 900 } })
  for (const [name, { size: own }] of places) {
    const rows = looks.map(look =>
      (own ? [own] : sizes)
        .map(size => `<img src="${path.basename(file(name, look, size))}" style="width:${98 / sizes.length}%">`)
        .join(' '),
    )
    const html = path.join(values.out, `${name}-sheet.html`)
    writeFileSync(
      html,
      `<!doctype html><body style="margin:8px;background:#888">${rows.map(row => `<div>${row}</div>`).join('')}`,
    )
    await page.goto(pathToFileURL(html).href)
    await page.screenshot({ path: path.join(values.out, `${name}-sheet.png`), fullPage: true })
  }
}
