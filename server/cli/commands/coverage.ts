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
import { checkOutput, writeOutput } from '../files.ts'
import { onWorld, withExamples } from '../target.ts'

interface Flags {
  allWorlds?: boolean
  format?: CoverageFormat
  output?: string
}

export function configure(command: Command): void {
  command
    .option('--all-worlds', 'cover all worlds since the start, including removed and reset ones')
    .addOption(new Option('--format <format>', 'output format').choices(COVERAGE_FORMATS))
    .option('-o, --output <file>', 'write it to a file; .json or .html selects the format')
  withExamples(command, 'ringback coverage', 'ringback coverage --all-worlds -o coverage.html')
  onWorld(command, async ({ emulator, world, json, print }) => {
    const { allWorlds, format, output } = command.opts<Flags>()
    if (output !== undefined) checkOutput(output)
    const report = await (allWorlds ? readRunCoverage(emulator) : readCoverage(world))
    if (output !== undefined) {
      if (format === undefined) writeCoverage(output, report)
      else writeOutput(output, renderCoverage(report, format))
    }
    if (json) print(coverageData(report), '')
    else if (output === undefined) process.stdout.write(renderCoverage(report, format ?? 'text'))
  })
}
