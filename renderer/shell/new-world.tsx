import { FileButton, NumberInput, Select, TextInput } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Action } from '../components/action.tsx'
import { Dialog } from '../components/dialog.tsx'
import { ErrorText } from '../components/error-text.tsx'
import form from '../components/form.module.css'
import { useContract } from '../data/contract.ts'
import { useCreateWorld, useCreateWorldFromFile } from '../data/queries.ts'
import { WorldFileProblems } from './world-file-problems.tsx'

/** A world of its own beside the others: with its clock, its data and its limits. */
export function NewWorld({ onCreated, onClose }: { onCreated: (world: string) => void; onClose: () => void }) {
  const { t } = useTranslation()
  const fixtures = useContract()?.fixtures ?? []
  const create = useCreateWorld()
  const fromFile = useCreateWorldFromFile()
  const [name, setName] = useState('')
  const [fixture, setFixture] = useState<string | null>(null)
  const [seed, setSeed] = useState<number | string>('')
  return (
    <Dialog title={t('shell.new_world')} onClose={onClose}>
      <form
        className={form.stack}
        onSubmit={event => {
          event.preventDefault()
          const body = {
            world_id: name || undefined,
            fixture: (fixture ?? undefined) as never,
            seed: seed === '' ? undefined : Number(seed),
          }
          create.mutate(body, { onSuccess: ({ world_id }) => onCreated(world_id) })
        }}
      >
        <div className={form.fields}>
          <TextInput
            size="xs"
            data-autofocus
            label={t('shell.world_name')}
            placeholder="crm-sync"
            value={name}
            description={t('shell.world_name_hint')}
            inputWrapperOrder={['label', 'input', 'description', 'error']}
            error={create.error && <ErrorText error={create.error} />}
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
        </div>
        {fromFile.error && <WorldFileProblems name={fromFile.variables?.name ?? ''} error={fromFile.error} />}
        <div className={form.end}>
          <FileButton
            accept=".json,.jsonc"
            inputProps={{ 'aria-label': t('shell.world_file') }}
            onChange={file =>
              file !== null && fromFile.mutate(file, { onSuccess: ({ world_id }) => onCreated(world_id) })
            }
          >
            {props => (
              <Action {...props} icon="upload" loading={fromFile.isPending}>
                {t('shell.from_world_file')}
              </Action>
            )}
          </FileButton>
          <Action onClick={onClose}>{t('common.cancel')}</Action>
          <Action type="submit" variant="filled" loading={create.isPending}>
            {t('shell.create_world')}
          </Action>
        </div>
      </form>
    </Dialog>
  )
}
