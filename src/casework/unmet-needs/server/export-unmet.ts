import needsEn from '#directory/needs/texts/en.json' with { type: 'json' }
import needsEs from '#directory/needs/texts/es.json' with { type: 'json' }
import { stateOfFips } from '#directory/places/states.ts'
import type { Actor } from '#platform/schema/roles.ts'
import { recordAudit } from '#platform/server/audit.ts'
import type { Config } from '#platform/server/config.ts'
import { BYTE_ORDER_MARK, csvLines } from '#platform/server/csv.ts'
import type { Database } from '#platform/server/database.ts'
import { createTexts, type Language } from '#platform/server/texts.ts'
import en from '../texts/en.json' with { type: 'json' }
import es from '../texts/es.json' with { type: 'json' }
import { type Figure, type Figures, type UnmetQuery, unmetKinds } from '../unmet-need.ts'
import { reportUnmet } from './report-unmet.ts'

const texts = createTexts({ en: { ...en, needs: needsEn }, es: { ...es, needs: needsEs } })

/** The report as a CSV file in the reader's language: what it counts, then a row for each place. The export is audited. */
export async function exportUnmet(
  services: { database: Database; config: Pick<Config, 'timeZone' | 'secretKeys'> },
  actor: Actor,
  query: UnmetQuery,
  language: Language,
) {
  const t = texts(language)
  const report = await reportUnmet(services, actor, query)
  await recordAudit(services.database, {
    ...{ actorId: actor.accountId, action: 'unmetNeeds.export', subjectType: 'account', subjectId: actor.accountId },
  })
  const cells = ({ count, lowest, highest }: Figure) => [count, lowest, highest].map(String)
  const row = (kind: string, code: string, name: string, figures: Figures) => [
    ...[t(`file.${kind}`), code, name],
    ...unmetKinds.flatMap((each) => cells(figures[each])),
  ]
  const state = report.state && stateOfFips(report.state)?.name
  const about: [string, string][] = [
    [t('title'), t(`scope.${report.scope}`)],
    [t('file.period'), `${report.from} – ${report.to}`],
    [t('file.need'), report.need ? t(`needs.${report.need}`) : t('anyNeed')],
    [t('file.asOf'), report.asOf],
    ...unmetKinds.map((kind): [string, string] => [t(`kind.${kind}`), t(`definition.${kind}`)]),
    [t('searches.title'), t('searches.definition')],
    [t('file.numbers'), t(report.scope === 'own' ? 'exact' : 'rounded')],
  ]
  const heads = ['place', 'code', 'name', ...unmetKinds.flatMap((kind) => [kind, `${kind}Least`, `${kind}Most`])]
  return (
    BYTE_ORDER_MARK +
    csvLines([
      ...about,
      [],
      heads.map((head) => t(`file.${head}`)),
      ...(state ? [row('state', report.state ?? '', state, report.total)] : []),
      ...report.counties.map((county) => row('county', county.fips, county.name, county)),
      ...(report.zips ?? []).map((zip) => row('zip', zip.zip, zip.town, zip)),
      ...report.needs.map((each) => row('ofNeed', each.need, t(`needs.${each.need}`), each)),
      row('nowhere', '', '', report.nowhere),
      [],
      ['zipArea', 'searches', 'searchesLeast', 'searchesMost'].map((head) => t(`file.${head}`)),
      ...report.searches.map(({ zipArea, count }) => [zipArea ?? t('searches.nowhere'), ...cells(count)]),
    ])
  )
}
