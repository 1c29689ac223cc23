import { Skeleton } from '@mantine/core'
import { Component, lazy, type ReactNode, Suspense, useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import type { ResultsMapProps } from '#directory/services/web/map-parts-public.ts'
import classes from './map.module.css'
import { findObstacle, type MapObstacle } from './map-obstacle.ts'

/** The library is loaded only when the map opens. */
const MapView = lazy(async () => ({ default: (await import('./map-view.tsx')).MapView }))

/** The results on a map; where it cannot be drawn, a sentence says why, and the list stays. */
export function ResultsMap(props: ResultsMapProps) {
  const { t } = useTranslation('service-map')
  const obstacle = useMemo(findObstacle, [])
  if (obstacle) return <Without obstacle={obstacle} />
  return (
    <WhenBroken instead={<Without obstacle="broken" />}>
      <Suspense
        fallback={
          <div data-map className={classes.view}>
            <Skeleton className={classes.canvas} radius="lg" role="status" aria-label={t('loading')} />
          </div>
        }
      >
        <MapView {...props} />
      </Suspense>
    </WhenBroken>
  )
}

function Without({ obstacle }: { obstacle: MapObstacle | 'broken' }) {
  const { t } = useTranslation('service-map')
  return (
    <p role="status" className={classes.without}>
      {t(`without.${obstacle}`)}
    </p>
  )
}

/** The library did not load, or could not start: the list must stay. */
class WhenBroken extends Component<{ instead: ReactNode; children: ReactNode }, { isBroken: boolean }> {
  override state = { isBroken: false }
  static getDerivedStateFromError = () => ({ isBroken: true })
  override render() {
    return this.state.isBroken ? this.props.instead : this.props.children
  }
}
