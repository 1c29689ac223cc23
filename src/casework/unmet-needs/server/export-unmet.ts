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
import {
  type Figure,
  type Figures,
  type fileKinds,
  type UnmetQuery,
  type UnmetReport,
  unmetKinds,
} from '../unmet-need.ts'
import { reportUnmet } from './report-unmet.ts'

const texts = createTexts({ en: { ...en, needs: needsEn }, es: { ...es, needs: needsEs } })

type Translate = ReturnType<typeof texts>

/** What the report counts, by its titles. */
function aboutUnmet({ scope, from, to, need }: UnmetReport, t: Translate) {
  return {
    period: `${from} – ${to}`,
    need: need ? t(`needs.${need}`) : t('anyNeed'),
    numbers: t(scope === 'own' ? 'exact' : 'rounded'),
  }
}

/** What it counts, then a row for each place. */
function asCsv(report: UnmetReport, t: Translate) {
  const cells = ({ count, lowest, highest }: Figure) => [count, lowest, highest].map(String)
  const row = (kind: string, code: string, name: string, figures: Figures) => [
    ...[t(`file.${kind}`), code, name],
    ...unmetKinds.flatMap((each) => cells(figures[each])),
  ]
  const state = report.state && stateOfFips(report.state)?.name
  const { period, need, numbers } = aboutUnmet(report, t)
  const about: [string, string][] = [
    [t('title'), t(`scope.${report.scope}`)],
    [t('file.period'), period],
    [t('file.need'), need],
    [t('file.asOf'), report.asOf],
    ...unmetKinds.map((kind): [string, string] => [t(`kind.${kind}`), t(`definition.${kind}`)]),
    [t('searches.title'), t('searches.definition')],
    [t('file.numbers'), numbers],
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

function asJson(report: UnmetReport, t: Translate) {
  const { period, need, numbers } = aboutUnmet(report, t)
  const state = report.state && stateOfFips(report.state)?.name
  return JSON.stringify(
    {
      ...report,
      filters: {
        [t('scope.label')]: t(`scope.${report.scope}`),
        [t('file.period')]: period,
        [t('file.need')]: need,
        ...(state && { [t('file.state')]: state }),
      },
      counts: numbers,
      definitions: {
        ...Object.fromEntries(unmetKinds.map((kind) => [kind, t(`definition.${kind}`)])),
        searches: t('searches.definition'),
      },
    },
    null,
    2,
  )
}

/** The report as a file in the reader's language, with its definitions, filters and time. The export is audited. */
export async function exportUnmet(
  services: { database: Database; config: Pick<Config, 'timeZone' | 'secretKeys'> },
  actor: Actor,
  query: UnmetQuery,
  { file, language }: { file: (typeof fileKinds)[number]; language: Language },
) {
  const report = await reportUnmet(services, actor, query)
  await recordAudit(services.database, {
    ...{ actorId: actor.accountId, action: 'unmetNeeds.export', subjectType: 'account', subjectId: actor.accountId },
    detail: { file },
  })
  return file === 'json' ? asJson(report, texts(language)) : asCsv(report, texts(language))
}
