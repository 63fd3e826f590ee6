import { writeFileSync } from 'node:fs'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { expect } from 'vitest'
import { readRunCoverage, renderCoverage } from '../../server/cli/coverage-report.ts'
import { runFacts } from '../../server/cli/run-facts.ts'
import { runPage } from '../../server/cli/run-page.ts'
import { startEmulator, type WorldHandle } from '../../server/index.ts'
import { temporaryFolder } from '../support/cli.ts'
import { seriousFindingsOn } from './support/axe.ts'
import { dashboardTest as test } from './support/dashboard-test.ts'

const COMMIT = '4f0c9a1b2d3e4f5a6b7c8d9e0f1a2b3c4d5e6f70'
const MEASURED_AT = new Date().toISOString()
const MEASURED = JSON.stringify({
  version: 1,
  base_origin: 'https://api.example.com',
  run: '20260310-0001',
  measured_at: MEASURED_AT,
  ringback: '0.1.0',
  classes: [0],
  tenant_plan: null,
  entries: { 'calls.order': { state: 'measured', value: 'oldest_first', observations: 3, evidence: ['GET /calls'] } },
  contradictions: [],
  residue: [],
  requests: { planned: 3, sent: 3 },
  stopped: null,
})

/** To a receiver that has gone when the report is made; its URL. */
async function deliverTo(world: WorldHandle): Promise<string> {
  await using receiver = await world.receiver()
  await world.events.trigger({ tenant: 'pro', event: 'call.missed' })
  await world.clock.advance({ by: 'PT1M' })
  expect(receiver.deliveries).toHaveLength(1)
  return receiver.url
}

/** A run with everything that its report can tell of, in a world that its test has removed. */
async function runOf() {
  await using emulator = await startEmulator({ port: 0, fixture: 'empty', measured: MEASURED })
  const world = await emulator.createWorld({ fixture: 'empty' })
  const pro = world.tenant('pro')
  const today = MEASURED_AT.slice(0, 10)
  await pro.fetch(`/calls?from=${today}&to=${today}&token=svc_live_4f0Q9aZr7TnX2LmB81ydKeWcUV`)
  await pro.fetch('/customers/999999')
  await world.webhooks.register({ tenant: 'pro', url: world.inbox('crm').url, events: ['call.missed'] })
  const url = await deliverTo(world)
  await world.remove()
  const report = { ...(await readRunCoverage(emulator)), verdicts: (await emulator.verdicts()).data }
  const problems = [{ check: 'verdicts' as const, message: 'key_in_url: #1 <b>' }]
  const ran = {
    started: Date.parse(MEASURED_AT),
    verdicts: report.verdicts,
    env: { GITHUB_SHA: COMMIT },
    tellsRefused: true,
  }
  const facts = await runFacts(emulator, ran)
  return {
    url,
    run: {
      args: ['npm', 'test'],
      code: 1,
      interrupted: false,
      seconds: 2,
      report,
      problems,
      capsules: ['a.ringback-capsule'],
      opensAt: new Map(),
      facts,
    },
  }
}

test('The report of a run says of how many findings it lists the first', async () => {
  const { run } = await runOf()
  const listed = run.report.verdicts.reduce((sum, { findings }) => sum + findings.length, 0)
  expect(listed).toBeGreaterThan(0)
  expect(runPage(run, undefined)).not.toMatch(/The first \d+ of/)
  const verdicts = run.report.verdicts.map(row =>
    row.rule === 'key_in_url' ? { ...row, failed: row.failed + 160 } : row,
  )
  const most = { ...run, report: { ...run.report, verdicts } }
  expect(runPage(most, undefined)).toContain('<p class="about">The first 1 of 161 findings.</p>')
  // Of those that are not listed nobody knows how grave they are.
  expect(runPage(most, undefined)).toContain('<b>1+</b>')
})

test('The report of a run opens offline, passes axe in both themes, and tells what was slow and what was measured', async ({
  browser,
}) => {
  const { url, run } = await runOf()
  const change = {
    newVerdicts: [],
    goneVerdicts: [],
    lostCoverage: [],
    newCoverage: [['GET /calls', 200, null] as const],
  }
  using folder = temporaryFolder()
  const file = path.join(folder.path, 'report.html')
  writeFileSync(file, runPage(run, change))
  const context = await browser.newContext({ offline: true, viewport: { width: 1_280, height: 900 } })
  const page = await context.newPage()
  const asked: string[] = []
  page.on('request', request => asked.push(request.url()))
  await page.goto(pathToFileURL(file).href)
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme })
    expect(await seriousFindingsOn(page)).toEqual([])
    expect(asked).toEqual([pathToFileURL(file).href])
    const region = (heading: string) => page.getByRole('region', { name: heading })
    const unfolded = async (heading: string) => {
      const folded = region(heading).locator('details:not([open]) > summary')
      while ((await folded.count()) > 0) await folded.first().click()
      return region(heading)
    }
    const rows = async (heading: string) => (await unfolded(heading)).getByRole('row').allInnerTexts()
    expect(await rows('Slowest acknowledgements')).toEqual([
      expect.stringContaining('Real time'),
      expect.stringMatching(new RegExp(`^[\\d.]+ ms\\tcall\\.missed\\t${url} in world world-1\\t1$`)),
    ])
    expect(await rows('Assumptions relied on')).toContainEqual(
      expect.stringMatching(
        `^calls\\.order\t.*\tyes: https://api\\.example\\.com, ${MEASURED_AT.slice(0, 10)}\t1\t"oldest_first"$`,
      ),
    )
    await page.getByText(COMMIT).waitFor()
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(1_280)
    expect(await region('Since the baseline').getByRole('listitem').allInnerTexts()).toEqual([
      'newly met: GET /calls 200',
    ])
    await unfolded('Requests named above')
    expect(await seriousFindingsOn(page)).toEqual([])
  }
  await context.close()
})

test('In the report of a run, findings lead to their requests, with both sides and without secrets, and these back, with no script', async ({
  browser,
}) => {
  const { run } = await runOf()
  using folder = temporaryFolder()
  const file = path.join(folder.path, 'report.html')
  writeFileSync(file, runPage(run, undefined))
  const context = await browser.newContext({ javaScriptEnabled: false, viewport: { width: 1_024, height: 700 } })
  const page = await context.newPage()
  await page.goto(pathToFileURL(file).href)
  const finding = page.getByRole('listitem').filter({ hasText: 'had the key svc_live_…WcUV in its address' }).first()
  const entry = page.getByRole('region', { name: 'Requests named above' })
  const body = entry.getByLabel('Body of the response').first()
  expect(await body.isVisible()).toBe(false)
  await finding.getByRole('link', { name: '#1' }).first().click()
  // The world of the request was removed by its test, and its journal with it.
  expect(JSON.parse(await body.innerText())).toMatchObject({ data: [], pagination: { current_page: 1 } })
  const told = await entry.innerText()
  expect(told).toMatch(/#1 *\+[\d.]+ m?s *GET \/calls\?from=[\d-]+&to=[\d-]+&token=svc_live_…WcUV *200 *key_in_url/)
  expect(told).toMatch(/Sent by\s+node, tenant pro, key live \(svc_live_….{4}\)/)
  expect(told).toMatch(/In its world\s+[\d-]+T[\d:.]+Z in world world-1/)
  await entry
    .getByText(/^Headers of the request/)
    .first()
    .click()
  expect(await entry.getByLabel('Headers of the request').first().innerText()).toMatch(
    /authorization: Bearer svc_live_…/i,
  )
  await entry.getByRole('link', { name: 'key_in_url' }).click()
  expect(new URL(page.url()).hash).toBe(`#${await finding.getAttribute('id')}`)
  await context.close()
})

test('The page of coverage is no wider than a window of 1280, and its last column has room for a sentence', async ({
  browser,
}) => {
  const { run } = await runOf()
  const { coverage, assumptions } = run.report
  using folder = temporaryFolder()
  const file = path.join(folder.path, 'coverage.html')
  // All of the register, as its longest value is the one that counts.
  writeFileSync(
    file,
    renderCoverage({ coverage, assumptions: assumptions.map(row => ({ ...row, relied_on: 1 })) }, 'html'),
  )
  const page = await browser.newPage({ viewport: { width: 1_280, height: 900 } })
  await page.goto(pathToFileURL(file).href)
  expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(1_280)
  const what = await page.getByRole('columnheader', { name: 'What', exact: true }).boundingBox()
  expect(what?.width).toBeGreaterThan(280)
  await page.close()
})
