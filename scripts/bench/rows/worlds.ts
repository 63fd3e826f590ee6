import { Emulator } from '../../../server/emulator.ts'
import { type Figure, median, type Row, round } from '../row.ts'

const WORLDS = 1_000

/** Creating a world on a running emulator, and a thousand of them at once. */
export const worlds: Row = {
  name: 'worlds',
  run: async () => {
    await using emulator = await Emulator.start({
      port: 0,
      dashboard: false,
      clock: Date.parse('2026-03-10T03:00:00Z'),
    })
    const clock = Date.parse('2026-03-10T03:00:00Z')
    const before = process.memoryUsage().rss / 2 ** 20
    const times: number[] = []
    for (let index = 0; index < WORLDS; index++) {
      const begun = performance.now()
      await emulator.createWorld({ fixture: 'standard', clock })
      times.push(performance.now() - begun)
    }
    const gigabytes = process.memoryUsage().rss / 2 ** 30
    const figures: Figure[] = [
      {
        row: 'createWorld on a running emulator, fixture standard',
        figure: `${round(median(times), 1)} ms`,
        goal: '≤ 5 ms median',
        reached: median(times) <= 5,
        details: { median: median(times), longest: Math.max(...times) },
      },
      {
        row: '1,000 worlds in one process',
        figure: `${round(gigabytes)} GB`,
        goal: '≤ 1.2 GB',
        reached: gigabytes <= 1.2,
        details: { before, gigabytes },
      },
    ]
    return figures
  },
}
