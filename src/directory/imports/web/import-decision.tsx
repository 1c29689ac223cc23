import { Button, Checkbox, Table } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { localeOf } from '#platform/schema/locale-of.ts'
import { Card } from '#ui/card.tsx'
import { doneStates, type ImportRun, type ImportSummary, tookAnything } from '../import-run.ts'
import { applyImport, discardImport, oneImport } from './import-calls.ts'
import classes from './imports.module.css'
import { UndoButton } from './undo-button.tsx'
import { useRefusal } from './use-refusal.ts'

const columns = ['inserted', 'updated', 'removed', 'unchanged'] as const

/** What an import would do, or did, and the decision on it. */
export function ImportDecision({ run, report }: { run: ImportRun; report: ImportSummary }) {
  const { t } = useTranslation('imports')
  const [removesMuch, setRemovesMuch] = useState(false)
  const isOpen = run.state === 'checked'
  const changes = report.inserted + report.updated + report.removed + report.stopped.length
  return (
    <Card labelledBy="import-result" className={classes.section ?? ''}>
      <h2 id="import-result">{t(doneStates.includes(run.state) ? 'run.did' : 'run.would')}</h2>
      {!tookAnything(report) && <p>{t('run.nothing')}</p>}
      {isOpen && tookAnything(report) && changes === 0 && <p>{t('run.same')}</p>}
      {report.kinds.length > 0 && <Kinds report={report} />}
      <p className={classes.soft}>
        {t('run.read', { count: report.read })} {report.guessed > 0 && t('run.guessed', { count: report.guessed })}
      </p>
      {report.stopped.length > 0 && (
        <div className={classes.warning} role="note">
          <h3>{t('run.stopped')}</h3>
          <p>{t('run.stoppedText')}</p>
          <ul>
            {report.stopped.map(({ entity, gone, of }) => (
              <li key={entity}>{t('run.stoppedKind', { kind: t(`entity.${entity}` as 'entity.phone'), gone, of })}</li>
            ))}
          </ul>
          {isOpen && (
            <Checkbox
              label={t('run.removesMuch')}
              checked={removesMuch}
              onChange={(event) => setRemovesMuch(event.currentTarget.checked)}
            />
          )}
        </div>
      )}
      {run.canUndo && <UndoButton run={run} />}
      {isOpen && <Buttons run={run} report={report} removesMuch={removesMuch} />}
    </Card>
  )
}

function Buttons({ run, report, removesMuch }: { run: ImportRun; report: ImportSummary; removesMuch: boolean }) {
  const { t } = useTranslation('imports')
  const client = useQueryClient()
  const refused = useRefusal()
  const decide = useMutation({
    mutationFn: (act: 'apply' | 'discard') =>
      act === 'apply' ? applyImport(run.id, removesMuch) : discardImport(run.id),
    onSuccess: (now) => {
      client.setQueryData(oneImport(run.id).queryKey, now)
      return client.invalidateQueries({ queryKey: ['import', 'list'] })
    },
    onError: refused,
  })
  const isWaiting = (act: 'apply' | 'discard') => decide.isPending && decide.variables === act
  return (
    <div className={classes.line}>
      {tookAnything(report) && (
        <Button loading={isWaiting('apply')} disabled={isWaiting('discard')} onClick={() => decide.mutate('apply')}>
          {t('run.apply')}
        </Button>
      )}
      <Button
        variant="default"
        loading={isWaiting('discard')}
        disabled={isWaiting('apply')}
        onClick={() => decide.mutate('discard')}
      >
        {t('run.discard')}
      </Button>
    </div>
  )
}

function Kinds({ report }: { report: ImportSummary }) {
  const { t, i18n } = useTranslation('imports')
  return (
    <Table.ScrollContainer
      minWidth={480}
      scrollAreaProps={{ viewportProps: { tabIndex: 0, role: 'region', 'aria-label': t('run.kindsTable') } }}
    >
      <Table verticalSpacing="xs">
        <Table.Thead>
          <Table.Tr>
            <Table.Th scope="col">{t('run.kind')}</Table.Th>
            {columns.map((column) => (
              <Table.Th key={column} scope="col" className={classes.number}>
                {t(`run.${column}`)}
              </Table.Th>
            ))}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {report.kinds.map((kind) => (
            <Table.Tr key={kind.entity}>
              <Table.Th scope="row">{t(`entity.${kind.entity}` as 'entity.phone')}</Table.Th>
              {columns.map((column) => (
                <Table.Td key={column} className={classes.number}>
                  {kind[column].toLocaleString(localeOf(i18n.language))}
                </Table.Td>
              ))}
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Table.ScrollContainer>
  )
}
