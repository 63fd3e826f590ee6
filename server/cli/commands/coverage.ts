import { writeFileSync } from 'node:fs'
import { type Command, Option } from 'commander'
import {
  COVERAGE_FORMATS,
  type CoverageFormat,
  coverageData,
  readCoverage,
  readRunCoverage,
  renderCoverage,
  writeCoverage,
} from '../coverage-report.ts'
import { onWorld, withExamples } from '../target.ts'

interface Flags {
  allWorlds?: boolean
  format?: CoverageFormat
  output?: string
}

export function configure(command: Command): void {
  command
    .option('--all-worlds', 'of all worlds since the start, removed and reset ones too')
    .addOption(new Option('--format <format>', 'how to show it').choices(COVERAGE_FORMATS))
    .option('-o, --output <file>', 'write it to a file; .json and .html say the form')
  withExamples(command, 'ringback coverage', 'ringback coverage --all-worlds -o coverage.html')
  onWorld(command, async ({ emulator, world, json, print }) => {
    const { allWorlds, format, output } = command.opts<Flags>()
    const report = await (allWorlds ? readRunCoverage(emulator) : readCoverage(world))
    if (output !== undefined) {
      if (format === undefined) writeCoverage(output, report)
      else writeFileSync(output, renderCoverage(report, format))
    }
    if (json) print(coverageData(report), '')
    else if (output === undefined) process.stdout.write(renderCoverage(report, format ?? 'text'))
  })
}
