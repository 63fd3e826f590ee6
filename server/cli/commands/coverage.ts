import { writeFileSync } from 'node:fs'
import { type Command, Option } from 'commander'
import {
  COVERAGE_FORMATS,
  type CoverageFormat,
  readCoverage,
  renderCoverage,
  writeCoverage,
} from '../coverage-report.ts'
import { onWorld, withExamples } from '../target.ts'

export function configure(command: Command): void {
  command
    .addOption(new Option('--format <format>', 'how to show it').choices(COVERAGE_FORMATS))
    .option('-o, --output <file>', 'write it to a file; .json and .html say the form')
  withExamples(command, 'ringback coverage', 'ringback coverage -o coverage.html')
  onWorld(command, async ({ world, json }) => {
    const { format, output } = command.opts<{ format?: CoverageFormat; output?: string }>()
    const report = await readCoverage(world)
    if (output !== undefined) {
      if (format === undefined) writeCoverage(output, report)
      else writeFileSync(output, renderCoverage(report, format))
    }
    if (output === undefined || json) process.stdout.write(renderCoverage(report, format ?? (json ? 'json' : 'text')))
  })
}
