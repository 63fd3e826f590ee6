/** The ways by which a capsule comes into the app. */
import { once } from 'node:events'
import { mkdtempSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { expect, test } from 'vitest'
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
      detail: expect.stringMatching(/gone\.ringback-capsule cannot be read .*Open it from where it is now/),
    },
  ])
  expect(app.standIn.menu.all().map(({ label }) => label)).not.toContain('gone.ringback-capsule')
})
