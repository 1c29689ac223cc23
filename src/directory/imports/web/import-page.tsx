import { Button, Skeleton } from '@mantine/core'
import { IconArrowLeft } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { Link, useParams } from 'react-router'
import { managerRoles } from '#directory/services/directory-policy.ts'
import { localeOf } from '#platform/schema/locale-of.ts'
import { NoAccessScreen } from '#platform/web/no-access-screen.tsx'
import { knownUser, userHasRole } from '#platform/web/session-user.ts'
import { timeInWords } from '#platform/web/time-words.ts'
import { EmptyState } from '#ui/empty-state.tsx'
import { PageHeading } from '#ui/page-heading.tsx'
import { busyStates, type ImportRun, isWithoutDetails, NIGHTLY_DETAIL_DAYS } from '../import-run.ts'
import { oneImport } from './import-calls.ts'
import { ImportDecision } from './import-decision.tsx'
import { ImportListings } from './import-listings.tsx'
import { ImportReportSections } from './import-report.tsx'
import { ImportState } from './import-state.tsx'
import classes from './imports.module.css'
import { UndoButton } from './undo-button.tsx'

/** One import: its progress, what it would do or did, and what to do about it. */
export function Screen() {
  const { t } = useTranslation('imports')
  const { importId = '' } = useParams()
  const may = userHasRole(knownUser(), ...managerRoles)
  const found = useQuery({ ...oneImport(importId), enabled: may })
  if (!may) return <NoAccessScreen title={t('title')} />
  return (
    <>
      <p className={classes.crumb}>
        <Link to="/admin/imports">
          <IconArrowLeft size={18} aria-hidden />
          {t('run.back')}
        </Link>
      </p>
      {found.isPending && <Skeleton height={320} radius="lg" aria-label={t('run.loading')} />}
      {found.isError && !found.data && (
        <EmptyState
          title={t('run.failed')}
          action={<Button onClick={() => found.refetch()}>{t('history.retry')}</Button>}
        />
      )}
      {found.data && <Found run={found.data} />}
    </>
  )
}

function Found({ run }: { run: ImportRun }) {
  const { t } = useTranslation('imports')
  const when = timeInWords(run.startedOn)
  const isShort = isWithoutDetails(run)
  const files = run.files.map(({ name }) => name).join(', ')
  return (
    <>
      <PageHeading title={run.sourceName} />
      <div className={classes.section}>
        <div className={classes.line}>
          <ImportState state={run.state} />
          <p className={classes.soft}>
            {run.startedBy
              ? t('history.by', { when, name: run.startedBy })
              : t(run.isFromCommand ? 'history.fromCommand' : 'history.nightly', { when })}
          </p>
        </div>
        {run.address && <p className={classes.soft}>{t('run.address', { address: run.address })}</p>}
        {run.isPartial && <p className={classes.soft}>{t('run.partial')}</p>}
        {files && <p className={classes.soft}>{t('run.files', { files })}</p>}
      </div>
      {busyStates.includes(run.state) && <Working progress={run.progress} />}
      {run.failure && <p role="alert">{t(`failure.${run.failure}` as 'failure.broken-off')}</p>}
      {run.state === 'discarded' && <p>{t('run.discarded')}</p>}
      {run.undoReport && <p>{t('run.undone', run.undoReport)}</p>}
      {!run.report && run.canUndo && <UndoButton run={run} />}
      {run.report && !busyStates.includes(run.state) && (
        <>
          <ImportDecision run={run} report={run.report} />
          {isShort ? (
            <p className={classes.soft}>{t('run.withoutDetails', { count: NIGHTLY_DETAIL_DAYS })}</p>
          ) : (
            <ImportListings run={run} report={run.report} />
          )}
          <ImportReportSections id={run.id} report={run.report} hasDetails={!isShort} />
        </>
      )}
    </>
  )
}

function Working({ progress }: { progress: ImportRun['progress'] }) {
  const { t, i18n } = useTranslation('imports')
  const shown = (count: number) => count.toLocaleString(localeOf(i18n.language))
  const words = () => {
    if (!progress) return t('run.waiting')
    const { file, read, of } = progress
    if (file === null) return t('run.undoing', { done: shown(read), of: shown(of ?? 0) })
    return of === null
      ? t('run.reading', { file, read: shown(read) })
      : t('run.readingOf', { file, read: shown(read), of: shown(of) })
  }
  const share = progress?.of ? { value: Math.min(1, progress.read / progress.of) } : {}
  return (
    <div className={classes.section}>
      <progress className={classes.bar} aria-label={words()} {...share} />
      <p role="status">{words()}</p>
      <p className={classes.soft}>{t('run.leave')}</p>
    </div>
  )
}
