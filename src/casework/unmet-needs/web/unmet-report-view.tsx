import { IconMapPinOff } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { stateOfFips } from '#directory/places/states.ts'
import { localeOf } from '#platform/schema/locale-of.ts'
import { EmptyState } from '#ui/empty-state.tsx'
import { type UnmetKind, type UnmetReport, unmetKinds } from '../unmet-need.ts'
import { aboutText, figureText } from './figure-text.ts'
import { quarterText } from './quarter-text-public.ts'
import classes from './unmet.module.css'
import { UnmetMap } from './unmet-map.tsx'
import { CountyTable, NeedTable, SearchTable, ZipTable } from './unmet-tables.tsx'

interface UnmetReportViewProps {
  report: UnmetReport
  /** what the map shows, where the address says it */
  kind?: UnmetKind
  showOnMap?: (kind: UnmetKind) => void
}

/** The figures of a report, on a map and in tables. */
export function UnmetReportView({ report, kind, showOnMap }: UnmetReportViewProps) {
  const [own, setOwn] = useState<UnmetKind>(unmetKinds[0])
  const { t, i18n } = useTranslation(['unmet-needs', 'needs'])
  const figure = (of: UnmetKind) => figureText(report.nowhere[of], t, i18n.language)
  const isEmpty = report.counties.length + report.needs.length + report.searches.length === 0
  const name = report.state ? (stateOfFips(report.state)?.name ?? '') : ''
  const [from, to] = [report.from, report.to].map((quarter) => quarterText(quarter, i18n.language))
  return (
    <>
      {/* On the screen, the filters say it. */}
      <p className={classes.onPaper}>
        {t(`scope.${report.scope}`)} · {t(report.need ? `needs:${report.need}` : 'anyNeed')} ·{' '}
        {from === to ? from : t('covers', { from, to })}
      </p>
      <p className={classes.told}>
        {t(report.scope === 'own' ? 'exact' : 'rounded')}{' '}
        {t('asOf', {
          time: new Date(report.asOf).toLocaleString(localeOf(i18n.language), {
            dateStyle: 'medium',
            timeStyle: 'short',
          }),
        })}
      </p>
      {isEmpty ? (
        <EmptyState icon={<IconMapPinOff aria-hidden />} title={t('empty')}>
          {t('emptyText')}
        </EmptyState>
      ) : (
        <>
          <Totals report={report} name={name} />
          {report.state && (
            <UnmetMap report={report} state={report.state} kind={kind ?? own} showOnMap={showOnMap ?? setOwn} />
          )}
          <div className={classes.tables}>
            <CountyTable report={report} />
            <NeedTable report={report} />
            <ZipTable report={report} />
            <SearchTable report={report} />
          </div>
        </>
      )}
      <p className={classes.told}>
        {t('nowhere', { open: figure('open'), noCapacity: figure('noCapacity'), noFunds: figure('noFunds') })}
      </p>
    </>
  )
}

/** The three figures of the state, each with what it counts. */
function Totals({ report, name }: { report: UnmetReport; name: string }) {
  const { t, i18n } = useTranslation('unmet-needs')
  // With a need, it is a sum over the counties.
  const say = report.need ? aboutText : figureText
  return (
    <section aria-label={t('total', { state: name })}>
      <h2>{t('total', { state: name })}</h2>
      <dl className={classes.tiles}>
        {unmetKinds.map((kind) => (
          <div key={kind}>
            <dt>{t(`kind.${kind}`)}</dt>
            <dd className={classes.figure}>{say(report.total[kind], t, i18n.language)}</dd>
            <dd>{t(`definition.${kind}`)}</dd>
          </div>
        ))}
      </dl>
    </section>
  )
}
