import { FileButton, NumberInput, Select, TextInput } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { WORLD_ID_PATTERN } from '../../server/contract/constants.ts'
import { Action } from '../components/action.tsx'
import { DateField } from '../components/date-field.tsx'
import { Dialog } from '../components/dialog.tsx'
import { ErrorText } from '../components/error-text.tsx'
import form from '../components/form.module.css'
import { useGoToOpened } from '../components/use-go-to-opened.ts'
import { useContract } from '../data/contract.ts'
import { type OpenedWorld, useOpenFile } from '../data/open-file.ts'
import { useCreateWorld } from '../data/queries.ts'
import { instantOfTokyo, tokyoInput } from '../data/tokyo-input.ts'
import { useEmulatedNow } from '../data/world.tsx'
import { WorldFileProblems } from './world-file-problems.tsx'

/** Of what a world can be made, with the endings that such files usually have. */
const FILES = {
  world_file: '.json,.jsonc',
  capsule: '.ringback-capsule,.ringback-snapshot,.db,.sqlite,.sqlite3',
} as const
type FileKind = keyof typeof FILES
const NAME = new RegExp(WORLD_ID_PATTERN)
/** Beside that of the emulator's start. */
const CLOCKS = ['live', 'instant'] as const
type ClockChoice = (typeof CLOCKS)[number]
const FILE_KINDS = Object.keys(FILES) as FileKind[]

interface Props {
  /** Where the focus is at first. */
  aim?: 'name' | FileKind
  onCreated: (world: string) => void
  onClose: () => void
}

/** A world of its own beside the others: with its clock, its data and its limits. */
export function NewWorld({ aim = 'name', onCreated, onClose }: Props) {
  const { t } = useTranslation()
  const fixtures = useContract()?.fixtures ?? []
  const create = useCreateWorld()
  const fromFile = useOpenFile()
  const goToOpened = useGoToOpened()
  const openFile = (file: File | null) => {
    if (file === null) return
    const onSuccess = (opened: OpenedWorld) => {
      onClose()
      goToOpened(opened, file.name)
    }
    fromFile.mutate({ file, world_id: name }, { onSuccess })
  }
  const [name, setName] = useState('')
  const isNamed = name === '' || NAME.test(name)
  const [fixture, setFixture] = useState<string | null>(null)
  const [seed, setSeed] = useState<number | string>('')
  const [clock, setClock] = useState<ClockChoice | null>(null)
  const now = useEmulatedNow(60_000) ?? 0
  const [typed, setTyped] = useState<string>()
  const instant = typed ?? tokyoInput(now)
  return (
    <Dialog title={t('shell.new_world')} onClose={onClose}>
      <form
        className={form.stack}
        onSubmit={event => {
          event.preventDefault()
          if (!isNamed) return
          const body = {
            world_id: name || undefined,
            fixture: (fixture ?? undefined) as never,
            seed: seed === '' ? undefined : Number(seed),
            clock: clock === 'instant' ? instantOfTokyo(instant) : (clock ?? undefined),
          }
          create.mutate(body, { onSuccess: ({ world_id }) => onCreated(world_id) })
        }}
      >
        <div className={form.fields}>
          <TextInput
            size="xs"
            data-autofocus={aim === 'name' || undefined}
            label={t('shell.world_name')}
            placeholder="crm-sync"
            value={name}
            description={t('shell.world_name_hint')}
            inputWrapperOrder={['label', 'input', 'description', 'error']}
            error={isNamed ? create.error && <ErrorText error={create.error} /> : t('shell.world_name_wrong')}
            onChange={event => setName(event.currentTarget.value)}
          />
          <Select
            size="xs"
            clearable
            label={t('snapshots.fixture')}
            placeholder={t('shell.as_started')}
            data={fixtures}
            value={fixture}
            onChange={setFixture}
          />
          <NumberInput
            size="xs"
            label={t('snapshots.seed')}
            placeholder={t('shell.as_started')}
            allowDecimal={false}
            value={seed}
            onChange={setSeed}
          />
          <Select
            size="xs"
            clearable
            label={t('snapshots.clock')}
            placeholder={t('shell.as_started')}
            data={CLOCKS.map(value => ({ value, label: t(`snapshots.clock_${value}`) }))}
            value={clock}
            onChange={value => setClock(value as ClockChoice | null)}
          />
          {clock === 'instant' && (
            <DateField
              type="datetime-local"
              label={t('snapshots.instant')}
              error={t('snapshots.instant_refused')}
              value={instant}
              onChange={setTyped}
            />
          )}
        </div>
        {fromFile.error && <WorldFileProblems name={fromFile.variables?.file.name ?? ''} error={fromFile.error} />}
        <div className={form.end}>
          {FILE_KINDS.map(kind => (
            <FileButton
              key={kind}
              accept={FILES[kind]}
              inputProps={{ 'aria-label': t(`shell.file_kinds.${kind}`) }}
              onChange={openFile}
            >
              {props => (
                <Action
                  {...props}
                  data-autofocus={aim === kind || undefined}
                  icon="upload"
                  loading={fromFile.isPending}
                >
                  {t(`shell.from_file.${kind}`)}
                </Action>
              )}
            </FileButton>
          ))}
          <Action onClick={onClose}>{t('common.cancel')}</Action>
          <Action type="submit" variant="filled" loading={create.isPending}>
            {t('shell.create_world')}
          </Action>
        </div>
      </form>
    </Dialog>
  )
}
