import { Button, Table } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type Figures, type UnmetReport, unmetKinds } from '../unmet-need.ts'
import { aboutText, figureText } from './figure-text.ts'
import classes from './unmet.module.css'

interface FigureTableProps {
  title: string
  /** of the first column */
  name: string
  rows: (Figures & { key: string; label: string })[]
  /** instead of a table without rows */
  none: string
  /** below the rows */
  rest?: ReactNode
  say?: typeof figureText
}

/** More rows than these show on demand, and in print. */
const FIRST = 15

function FigureTable({ title, name, rows, none, rest, say = figureText }: FigureTableProps) {
  const { t, i18n } = useTranslation('unmet-needs')
  const [isWhole, setWhole] = useState(rows.length <= FIRST)
  return (
    <section>
      <h2>{title}</h2>
      {rows.length === 0 ? (
        <p className={classes.told}>{none}</p>
      ) : (
        <>
          <Table className={classes.table} aria-label={title}>
            <Table.Thead>
              <Table.Tr>
                <Table.Th scope="col">{name}</Table.Th>
                {unmetKinds.map((kind) => (
                  <Table.Th key={kind} scope="col" className={classes.number}>
                    {t(`kind.${kind}`)}
                  </Table.Th>
                ))}
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody>
              {rows.map(({ key, label, ...figures }, n) => (
                <Table.Tr key={key} className={isWhole || n < FIRST ? undefined : classes.more}>
                  <Table.Th scope="row">{label}</Table.Th>
                  {unmetKinds.map((kind) => (
                    <Table.Td key={kind} className={classes.number}>
                      {say(figures[kind], t, i18n.language)}
                    </Table.Td>
                  ))}
                </Table.Tr>
              ))}
            </Table.Tbody>
          </Table>
          {!isWhole && rows.length > FIRST && (
            <Button className={classes.all} variant="default" size="sm" mt="sm" onClick={() => setWhole(true)}>
              {t('showAll', { count: rows.length })}
            </Button>
          )}
          {rest && <p className={classes.told}>{rest}</p>}
        </>
      )}
    </section>
  )
}

/** The rows with the largest figures first. */
const largestFirst = <Row extends Figures>(rows: readonly Row[]) => {
  const sizeOf = (row: Row) => unmetKinds.reduce((sum, kind) => sum + row[kind].count, 0)
  return rows.toSorted((one, other) => sizeOf(other) - sizeOf(one))
}

export function CountyTable({ report }: { report: UnmetReport }) {
  const { t, i18n } = useTranslation('unmet-needs')
  const figure = figureText(report.elsewhere, t, i18n.language)
  return (
    <FigureTable
      title={t('counties.title')}
      name={t('counties.name')}
      rows={largestFirst(report.counties).map((county) => ({ ...county, key: county.fips, label: county.name }))}
      none={t('counties.none', { figure })}
      rest={t('counties.rest', { figure })}
    />
  )
}

export function ZipTable({ report }: { report: UnmetReport }) {
  const { t, i18n } = useTranslation('unmet-needs')
  return (
    <FigureTable
      title={t('zips.title')}
      name={t('zips.name')}
      rows={largestFirst(report.zips ?? []).map((zip) => ({ ...zip, key: zip.zip, label: `${zip.zip} ${zip.town}` }))}
      none={report.zips ? t('zips.none', { figure: figureText(report.elsewhere, t, i18n.language) }) : t('zips.hidden')}
    />
  )
}

export function NeedTable({ report }: { report: UnmetReport }) {
  const { t } = useTranslation(['unmet-needs', 'needs'])
  return (
    <FigureTable
      title={t('needs.title')}
      name={t('needs.name')}
      rows={largestFirst(report.needs).map((each) => ({ ...each, key: each.need, label: t(`needs:${each.need}`) }))}
      none={t('needs.none')}
      say={aboutText}
    />
  )
}

export function SearchTable({ report }: { report: UnmetReport }) {
  const { t, i18n } = useTranslation('unmet-needs')
  return (
    <section>
      <h2>{t('searches.title')}</h2>
      <p className={classes.told}>
        {t('searches.definition')} {report.searches.length === 0 && t('searches.none')}
      </p>
      {report.searches.length > 0 && (
        <Table className={classes.table} aria-label={t('searches.title')}>
          <Table.Thead>
            <Table.Tr>
              <Table.Th scope="col">{t('searches.name')}</Table.Th>
              <Table.Th scope="col" className={classes.number}>
                {t('searches.count')}
              </Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {report.searches.map(({ zipArea, count }) => (
              <Table.Tr key={zipArea}>
                <Table.Th scope="row">{zipArea ?? t('searches.nowhere')}</Table.Th>
                <Table.Td className={classes.number}>{figureText(count, t, i18n.language)}</Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      )}
    </section>
  )
}
