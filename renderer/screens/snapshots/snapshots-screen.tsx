import { ActionIcon } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import type { TFunction } from 'i18next'
import { useTranslation } from 'react-i18next'
import type { SnapshotView } from '../../../server/control/protocol/snapshots.ts'
import { Action } from '../../components/action.tsx'
import { Backstage } from '../../components/backstage.tsx'
import frame from '../../components/columns.module.css'
import { ConfirmAction } from '../../components/confirm-action.tsx'
import { CopyButton } from '../../components/copy-button.tsx'
import { EmptyState } from '../../components/empty-state.tsx'
import { Failed } from '../../components/error-boundary.tsx'
import { FileLink } from '../../components/file-link.tsx'
import { Icon } from '../../components/icons.tsx'
import { type ListColumn, OpenableTable } from '../../components/list-table.tsx'
import { Loading } from '../../components/loading.tsx'
import { notifyDone } from '../../components/notify.tsx'
import { PageHeader } from '../../components/page-header.tsx'
import { Panel } from '../../components/panel.tsx'
import { ScrollRegion } from '../../components/scroll-region.tsx'
import { Split } from '../../components/split.tsx'
import { Time } from '../../components/time.tsx'
import { useGoToOpened } from '../../components/use-go-to-opened.ts'
import { controlCurl } from '../../data/control-curl.ts'
import { useOpenSnapshot } from '../../data/open-file.ts'
import { useWorldObject } from '../../data/queries.ts'
import { snapshotFile, useDeleteSnapshot, useSnapshots } from '../../data/snapshots.ts'
import { bytesText } from '../../data/time-text.ts'
import { useWorldId } from '../../data/world.tsx'
import { useOpen } from '../../routing/use-open.ts'
import { usePresenting } from '../../routing/use-present.ts'
import { Capsule } from './capsule.tsx'
import { Comparison, countText } from './comparison.tsx'
import { ResetWorld } from './reset-world.tsx'
import { Restore } from './restore.tsx'
import { SaveSnapshot } from './save-snapshot.tsx'
import classes from './snapshots.module.css'
import type { Kind } from './thing.tsx'

const idOf = ({ name }: SnapshotView) => name

/** What people save a world for. */
const MAIN = ['requests', 'calls', 'deliveries', 'customers'] as const
/** Where all that they hold has room for columns of its own. */
const ROOMY = '(min-width: 2560px)'

function Holds({ holds }: Pick<SnapshotView, 'holds'>) {
  const { t } = useTranslation()
  return (
    <div className={classes.holds}>
      {MAIN.map(kind => (
        <span key={kind}>{countText(t, kind, holds[kind])}</span>
      ))}
    </div>
  )
}

function Actions({
  onCompare,
  ...snapshot
}: Pick<SnapshotView, 'name' | 'now' | 'sending' | 'brings_verdicts'> & { onCompare: () => void }) {
  const { name } = snapshot
  const { t } = useTranslation()
  const world = useWorldId()
  const remove = useDeleteSnapshot()
  const open = useOpenSnapshot()
  const goToOpened = useGoToOpened()
  return (
    <span className={classes.actions}>
      <Action icon="requests" aria-label={t('snapshots.compare_one', { name })} onClick={onCompare}>
        {t('snapshots.compare')}
      </Action>
      <Restore {...snapshot} />
      <Backstage>
        <ActionIcon
          variant="subtle"
          color="gray"
          loading={open.isPending}
          title={t('snapshots.open')}
          aria-label={t('snapshots.open_one', { name })}
          onClick={() => open.mutate(name, { onSuccess: opened => goToOpened(opened, name) })}
        >
          <Icon name="world" size={14} />
        </ActionIcon>
        <ActionIcon
          component={FileLink}
          variant="subtle"
          color="gray"
          href={snapshotFile(world, name)}
          download={`${world}-${name}.db`}
          title={t('snapshots.download_about')}
          aria-label={t('snapshots.download_one', { name })}
        >
          <Icon name="download" size={14} />
        </ActionIcon>
      </Backstage>
      <ConfirmAction
        question={t('snapshots.delete_question', { name })}
        action={t('snapshots.delete')}
        onConfirm={() => remove.mutate(name, { onSuccess: () => notifyDone(t('snapshots.was_deleted', { name })) })}
      >
        {open => (
          <ActionIcon
            variant="subtle"
            color="gray"
            loading={remove.isPending}
            aria-label={t('snapshots.delete_one', { name })}
            onClick={open}
          >
            <Icon name="trash" size={14} />
          </ActionIcon>
        )}
      </ConfirmAction>
    </span>
  )
}

const CONTENT_KINDS: readonly Kind[] = [
  'requests',
  'calls',
  'events',
  'deliveries',
  'not_delivered',
  'pending',
  'webhooks',
  'inbox_messages',
  'customers',
  'tenants',
  'keys',
  'faults',
  'call_scripts',
  'assumptions',
  'forwards',
]

/** What is left of a row beside an open comparison. */
const BESIDE: readonly string[] = ['name', 'now']

/** What each snapshot holds of each kind, to be read down as well as across. */
const heldColumns = (t: TFunction): ListColumn<SnapshotView>[] =>
  CONTENT_KINDS.map(kind => ({
    id: kind,
    title: t(`snapshots.kinds.${kind}`),
    align: 'end',
    render: ({ holds }) => (holds[kind] === 0 ? <span className="dim">0</span> : holds[kind].toLocaleString('en')),
  }))

function columnsOf(
  t: TFunction,
  { isRoomy, onCompare }: { isRoomy: boolean; onCompare: (name: string) => void },
): ListColumn<SnapshotView>[] {
  return [
    {
      id: 'name',
      title: t('snapshots.name'),
      render: ({ name, holds }) => (
        <>
          <span className={classes.name}>
            <code>{name}</code>
            <CopyButton text={name} what={name} />
          </span>
          {!isRoomy && <Holds holds={holds} />}
        </>
      ),
    },
    {
      id: 'now',
      title: t('snapshots.now'),
      render: ({ now, created_at }) => (
        <span className={classes.times}>
          <Time at={now} show="full" zoneName="hidden" />
          <span className="dim nowrap">
            {t('snapshots.saved_at')} <Time at={created_at} show="full" zoneName="hidden" />
          </span>
        </span>
      ),
    },
    ...(isRoomy ? heldColumns(t) : []),
    {
      id: 'bytes',
      title: t('snapshots.size'),
      align: 'end',
      render: ({ bytes }) => (
        <span className="nowrap" title={t('snapshots.size_about')}>
          {bytesText(bytes)}
        </span>
      ),
    },
    {
      id: 'actions',
      title: '',
      align: 'end',
      width: '250px',
      render: snapshot => <Actions {...snapshot} onCompare={() => onCompare(snapshot.name)} />,
    },
  ]
}

export function SnapshotsScreen() {
  const { t } = useTranslation()
  const { data, error, refetch } = useSnapshots()
  const presenting = usePresenting()
  const { open, show, close } = useOpen('snapshots')
  const controlUrl = useWorldObject().data?.control_url ?? ''
  const isRoomy = useMediaQuery(ROOMY, false, { getInitialValueInEffect: false }) && open === undefined
  const all = columnsOf(t, { isRoomy, onCompare: show })
  const columns = open === undefined ? all : all.filter(({ id }) => BESIDE.includes(id))
  const rows = (data?.data ?? []).toSorted((one, other) => Date.parse(other.created_at) - Date.parse(one.created_at))
  const names = rows.map(({ name }) => name)
  return (
    <>
      <PageHeader title={t('screens.snapshots')} about={t('snapshots.about')} />
      <Split
        detail={
          open === undefined
            ? undefined
            : {
                label: t('snapshots.compare_one', { name: open }),
                key: open,
                content: (
                  <Comparison
                    key={open}
                    name={open}
                    snapshot={rows.find(({ name }) => name === open)}
                    others={names.filter(name => name !== open)}
                    onClose={close}
                  />
                ),
                onClose: close,
              }
        }
      >
        <ScrollRegion className={`${frame.main} ${frame.whole}`} label={t('screens.snapshots')}>
          <div className={presenting ? frame.columns : `${frame.columns} ${classes.beside}`}>
            <Backstage>
              <SaveSnapshot taken={names} />
            </Backstage>
            <div className={classes.kept}>
              <Panel title={t('snapshots.kept')} pad="none">
                {error && <Failed error={error} again={() => void refetch()} />}
                {!data && !error && <Loading height={120} />}
                {data && rows.length === 0 && (
                  <EmptyState
                    icon="snapshots"
                    title={t('snapshots.none')}
                    hint={t('snapshots.none_hint')}
                    command={controlCurl('PUT', `${controlUrl}/snapshots/before-quota`)}
                  />
                )}
                {rows.length > 0 && (
                  <OpenableTable
                    label={t('snapshots.kept')}
                    fit="content"
                    rows={rows}
                    columns={columns}
                    idOf={idOf}
                    selected={open}
                    onOpen={({ name }, history) => show(name, history)}
                  />
                )}
              </Panel>
            </div>
            <Backstage>
              <Capsule />
            </Backstage>
            <Backstage>
              <ResetWorld />
            </Backstage>
          </div>
        </ScrollRegion>
      </Split>
    </>
  )
}
