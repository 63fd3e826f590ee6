import { existsSync } from 'node:fs'
import { type Browser, chromium } from 'playwright-core'

/**
 * Where distributions put it; `RINGBACK_CHROMIUM` names another one. First the one without windows and menus: the same engine, which spends
 * half the time on a page.
 */
const PLACES = [
  '/usr/bin/chromium-headless-shell',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome-stable',
  '/usr/bin/google-chrome',
]

/** No sandbox: the browser only ever opens pages of this repository, and a sandbox needs rights that a CI container lacks. */
const ARGS = [
  '--no-sandbox',
  '--disable-dev-shm-usage',
  '--font-render-hinting=none',
  // Pages of one context share a process and what it has compiled, which spares each a fifth of its start.
  '--renderer-process-limit=1',
  // This machine as others would name it.
  '--host-resolver-rules=MAP *.ringback.test 127.0.0.1',
]

/** A Chromium of the machine, else the one that an npm package carries (Linux on x64 and arm64). */
async function findChromium(): Promise<{ executablePath: string; args: string[] } | undefined> {
  const named = process.env.RINGBACK_CHROMIUM
  const installed = named ?? PLACES.find(place => existsSync(place))
  if (installed !== undefined) return { executablePath: installed, args: ARGS }
  if (process.platform !== 'linux') return undefined
  const { default: packaged } = await import('@sparticuz/chromium')
  return { executablePath: await packaged.executablePath(), args: [...packaged.args, ...ARGS] }
}

/** @throws Error when no browser can be had; its message says how to get one */
export async function launchChromium(): Promise<Browser> {
  const found = await findChromium()
  if (found === undefined)
    throw new Error(
      'The dashboard is tested in a real Chromium, and none was found. Install one, or name it in RINGBACK_CHROMIUM.',
    )
  return chromium.launch(found)
}
