import { SegmentedControl, Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { stateOfFips } from '#directory/places/states.ts'
import { api } from '#platform/web/api.ts'
import { NotLoaded } from '#platform/web/not-loaded.tsx'
import { pointOn, type StateShapes, type UnmetKind, type UnmetReport, unmetKinds } from '../unmet-need.ts'
import classes from './unmet.module.css'

/** Four shades from the least to the most; none for nothing. */
const SHADES = 4
const shadeOf = (count: number, most: number) => (count > 0 ? Math.ceil((count / most) * SHADES) : 0)
const LARGEST = 34

interface UnmetMapProps {
  report: UnmetReport
  state: string
  kind: UnmetKind
  showOnMap: (kind: UnmetKind) => void
}

/** A state's counties, shaded, with circles for its ZIP codes. The tables say the same to those who do not see it. */
export function UnmetMap({ report, state, kind, showOnMap }: UnmetMapProps) {
  const { t } = useTranslation('unmet-needs')
  const {
    data: shapes,
    isError,
    refetch,
  } = useQuery({
    queryKey: ['stateShapes', state],
    queryFn: ({ signal }) => api.get<StateShapes>(`/api/report/unmetNeeds/shapes/${state}`, { quiet: true, signal }),
    staleTime: Number.POSITIVE_INFINITY,
  })
  return (
    <section className={classes.map} aria-label={t('map.title', { state: stateOfFips(state)?.name })}>
      <div className={classes.scope}>
        <span id="unmet-kind">{t('map.shows')}</span>
        <SegmentedControl
          aria-labelledby="unmet-kind"
          value={kind}
          onChange={(value) => showOnMap(value as UnmetKind)}
          data={unmetKinds.map((value) => ({ value, label: t(`kind.${value}`) }))}
        />
      </div>
      {shapes && <Drawing shapes={shapes} report={report} kind={kind} />}
      {!shapes && (isError ? <NotLoaded onRetry={refetch} /> : <Skeleton height={320} radius="lg" />)}
      <p className={classes.told}>{t('map.legend')}</p>
    </section>
  )
}

function Drawing({ shapes, report, kind }: { shapes: StateShapes; report: UnmetReport; kind: UnmetKind }) {
  const counts = new Map(report.counties.map((county) => [county.fips, county[kind].count]))
  const zips = (report.zips ?? []).filter((zip) => zip[kind].count > 0)
  const most = Math.max(...counts.values(), 1)
  const mostOfZip = Math.max(...zips.map((zip) => zip[kind].count), 1)
  return (
    <svg
      viewBox={`-4 -4 ${shapes.width + 8} ${shapes.height + 8}`}
      className={classes.drawing}
      aria-hidden
      focusable="false"
    >
      {shapes.counties.map(({ fips, path }) => (
        <path key={fips} d={path} className={classes.county} data-shade={shadeOf(counts.get(fips) ?? 0, most)} />
      ))}
      {zips.map((zip) => {
        const { x, y } = pointOn(shapes, zip)
        return (
          <circle
            key={zip.zip}
            cx={x}
            cy={y}
            r={LARGEST * Math.sqrt(zip[kind].count / mostOfZip)}
            className={classes.zip}
          />
        )
      })}
    </svg>
  )
}
