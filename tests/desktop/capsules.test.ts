/** The ways by which a capsule comes into the app. */
import { once } from 'node:events'
import { mkdtempSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { expect, test } from 'vitest'
import { startEmulator } from '../../server/index.ts'
import { DESKTOP_EMULATOR as emulatorProcess } from '../support/cli.ts'
import { Cancelable } from './support/stand-in-window.ts'
import { attachPreload, type StartedApp, startAppForTest } from './support/started-app.ts'

function writeCapsule({ folder }: { folder: string }, world: string): string {
  const file = path.join(folder, `${world}.ringback-capsule`)
  writeFileSync(file, world)
  return file
}

/** The world of a capsule and the request in it, as the dashboard's address. */
const addressOf = (world: string) => `/w/${encodeURIComponent(world)}/requests/${encodeURIComponent(`req of ${world}`)}`

/** Resolves when the page shows the capsule. */
async function shown({ page }: StartedApp, world: string): Promise<void> {
  while (new URL(page().getURL()).pathname !== addressOf(world)) await once(page(), 'did-navigate-in-page')
}

async function startWithPage(options: Parameters<typeof startAppForTest>[0] = {}) {
  const app = await startAppForTest(options)
  if (app.page().loads === 0) await once(app.page(), 'did-finish-load')
  attachPreload(app.standIn, app.page())
  return app
}

test('chosen in the dialog, it opens in a world of its own, at its request, and is remembered', async () => {
  await using app = await startWithPage()
  const file = writeCapsule(app, 'red run 7')
  app.standIn.dialog.chosenFile = file
  app.standIn.menu.click('open_capsule')
  await shown(app, 'red run 7')
  await app.info()
  expect(app.standIn.dialog.questions).toEqual([])
  app.page().moveTo('/limits')
  app.standIn.menu.click('red run 7.ringback-capsule')
  await shown(app, 'red run 7')
})

test('a double click in macOS opens it', async () => {
  await using app = await startWithPage({ platform: 'darwin' })
  const file = writeCapsule(app, 'clicked')
  const event = new Cancelable()
  app.standIn.app.emit('open-file', event, file)
  await shown(app, 'clicked')
  expect(event.defaultPrevented).toBe(true)
  expect(app.standIn.app.recentDocuments).toEqual([file])
})

test('a file that macOS hands over before the app is ready waits for it', async () => {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'ringback-early-'))
  const file = writeCapsule({ folder }, 'early')
  await using app = await startWithPage({
    appData: folder,
    platform: 'darwin',
    beforeReady: standIn => standIn.app.emit('open-file', new Cancelable(), file),
  })
  await shown(app, 'early')
})

test('a second start with a file opens it in the first', async () => {
  await using app = await startWithPage()
  writeCapsule(app, 'second')
  app.standIn.app.emit('second-instance', {}, ['ringback', 'second.ringback-capsule'], app.folder)
  await shown(app, 'second')
})

test('as an argument of the start, it opens as soon as the emulator answers', async () => {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'ringback-capsule-'))
  writeCapsule({ folder }, 'first')
  await using app = await startWithPage({ appData: folder, argv: ['first.ringback-capsule'] })
  await shown(app, 'first')
})

test('a dialog that is closed opens nothing', async () => {
  await using app = await startWithPage()
  await app.reached('running')
  expect(await app.standIn.invoke('desktop:run', app.trusted(), 'open_capsule')).toBe(false)
  expect([app.page().getURL(), app.standIn.dialog.questions]).toEqual(['app://ringback/', []])
})

test('a file that is gone is reported, and is no longer offered', async () => {
  await using app = await startWithPage()
  await app.reached('running')
  app.standIn.dialog.chosenFile = path.join(app.folder, 'gone.ringback-capsule')
  expect(await app.standIn.invoke('desktop:run', app.trusted(), 'open_capsule')).toBe(false)
  expect(app.standIn.dialog.questions).toMatchObject([
    {
      message: 'The capsule could not be opened',
      detail: expect.stringMatching(/gone\.ringback-capsule cannot be read .*Open it where it is now/),
    },
  ])
  expect(app.standIn.menu.all().map(({ label }) => label)).not.toContain('gone.ringback-capsule')
})

test('a capsule of a red run opens at the request that failed, in the emulator of the app', async () => {
  await using red = await startEmulator({ clock: '2026-03-10T14:59:50Z' })
  const pro = red.world.tenant('pro')
  await pro.limits.set({ burst: { used: 'limit' } })
  const failed = await fetch(`${red.baseUrl}/customers`, { headers: { authorization: `Bearer ${pro.key}` } })
  expect(failed.status).toBe(429)
  const request_id = failed.headers.get('x-request-id')!
  const capsule = await fetch(`${red.controlUrl}/worlds/default/capsule`)

  await using app = await startWithPage({ emulatorProcess })
  const file = path.join(app.folder, 'red.ringback-capsule')
  writeFileSync(file, Buffer.from(await capsule.arrayBuffer()))
  app.standIn.app.emit('second-instance', {}, ['ringback', file], app.folder)
  const place = /^\/w\/([^/]+)\/requests\/(.+)$/
  while (!place.test(new URL(app.page().getURL()).pathname)) await once(app.page(), 'did-navigate-in-page')
  const [, world, shown] = place.exec(new URL(app.page().getURL()).pathname)!
  expect(shown).toBe(request_id)
  const { url } = await app.reached('running')
  const exchange = await fetch(`${url}/control/worlds/${world}/requests/${request_id}`)
  expect(await exchange.json()).toMatchObject({ request_id, status: 429, code: 'rate_limit_exceeded' })
})

test('a file with the right name and the wrong content is refused in the words of the emulator', async () => {
  await using app = await startWithPage({ emulatorProcess })
  const file = writeCapsule(app, 'this is no database')
  const asked = once(app.standIn.dialog, 'asked')
  app.standIn.app.emit('open-file', new Cancelable(), file)
  await asked
  expect(app.standIn.dialog.questions).toMatchObject([{ message: 'The capsule could not be opened' }])
  expect((await app.info()).emulator.kind).toBe('running')
})
