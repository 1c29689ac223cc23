/** An age range as it is written; one end may be open. */
interface Range {
  from: number | null
  to: number | null
  because: string
}
export interface ReadAges {
  minimumAge: number | null
  maximumAge: number | null
  because: string
}

const words: Record<string, number> = {
  ...{ one: 1, two: 2, three: 3, four: 4, five: 5, six: 6, seven: 7, eight: 8, nine: 9, ten: 10, twelve: 12 },
  ...{ uno: 1, dos: 2, tres: 3, cuatro: 4, cinco: 5, seis: 6, siete: 7, ocho: 8, nueve: 9, diez: 10, doce: 12 },
}
const n = `(\\d{1,3}(?!\\d)|${Object.keys(words).join('|')})`
const years = '(?:\\s*(?:years?(?:\\s+(?:of age|old))?|yrs?|años(?:\\s+de edad)?))?'
const numberOf = (text: string | undefined) => (text === undefined ? null : (words[text.toLowerCase()] ?? Number(text)))

const young = '(?:child(?:ren)?|kids|infants|bab(?:y|ies)|niñ[oa]s|bebés|youth|young people|jóvenes)'
const old = '(?:years?\\s+(?:of age|old)|años)'
const upTo = '(?:up to|hasta(?: los)?)'
type Read = (...numbers: (number | null)[]) => Omit<Range, 'because'>
const between: Read = (from, to) => ({ from: from ?? null, to: to ?? null })
const from: Read = (age) => ({ from: age ?? null, to: null })
const to: Read = (age) => ({ from: null, to: age ?? null })
const below: Read = (age) => ({ from: null, to: typeof age === 'number' ? age - 1 : null })
const pattern = (...parts: string[]) => new RegExp(parts.join(''), 'giu')

/** Each form with what its numbers mean; the first that fits at a place counts. A duration is no age. */
const forms: [RegExp, Read][] = [
  // children from 6 weeks to 3 years
  [
    pattern(
      `\\b${young}\\s+(?:from |de |desde )?\\d{1,2}\\s+(?:weeks?|months?|semanas?|meses)\\s+(?:to|through|a)\\s+(\\d{1,2})\\s+(?:years?|años)(?!\\p{L})`,
    ),
    to,
  ],
  // ages 10 to 17, aged 10–17, between 10 and 17 years old
  [
    pattern(
      `\\b(?:age[sd]?|edad(?:es)?|between(?: the ages of)?|entre(?: los)?)\\s+(?:de\\s+|from\\s+)?${n}\\s*`,
      `(?:to|through|and|[-–]|a|y)\\s*${n}(?!\\s*(?:or|and) (?:over|older)|\\s*%)${years}`,
    ),
    between,
  ],
  // 10 to 17 years old, de 10 a 17 años
  [pattern(`\\b${n}\\s*(?:to|through|[-–]|a)\\s*${n}\\s*${old}(?!\\p{L})`), between],
  // under age 60, younger than 18, menores de 18 años
  [
    pattern(
      `\\b(?:under|younger than|below|menor(?:es)? de)\\s+(?:the\\s+)?(?:age\\s+)?(?:of\\s+)?${n}`,
      `(?!\\p{L}|[,.]\\d|\\s*(?:%|percent))${years}`,
    ),
    below,
  ],
  // 17 or younger
  [pattern(`\\b${n}${years}\\s*(?:or|and)\\s+(?:younger|under)\\b`), to],
  // up to age 5, niños hasta 5 años, children up to five
  [pattern(`\\b(?:up to|through) age\\s+${n}`), to],
  [pattern(`\\b${young}\\s+${upTo}\\s+${n}(?!\\p{L})${years}`), to],
  [pattern(`\\b${upTo}\\s+${n}\\s*${old}(?!\\p{L})`), to],
  // age 55 or over, aged 60 +, 18 years and older, 60 años o más
  [
    pattern(
      `\\b(?:age[sd]?\\s+)?${n}${years}\\s*`,
      '(?:(?:or|and|&)\\s+(?:over|older|above|up)|\\+|o\\s+más|y\\s+más|o\\s+mayor(?:es)?|en\\s+adelante)',
    ),
    from,
  ],
  // over 60 years of age, at least 18 years old, mayores de 60 años, a partir de 60 años
  [
    pattern(
      '\\b(?:over|older than|above|at least|minimum age(?: of)?|mayor(?:es)? de|a partir de(?: los)?)\\s+',
      `(?:the\\s+)?(?:age\\s+)?(?:of\\s+)?${n}\\s*${old}(?!\\p{L})`,
    ),
    from,
  ],
]

/** An age of somebody else: of a caregiver's parent, of the children of a family. */
const ofOthers =
  /(?:\bof\s+(?:an?\s+|some\s+)?(?:older\s+)?(?:somebody|someone|people|persons?|adults?|individuals?|relatives?)(?:\s+who\s+(?:is|are))?\s*$|(?:famil\w*|household\w*|parents?|caregivers?|mothers?|fathers?|padres|madres|hogares|familias)\b[^.;,]*\b(?:child\w*|kids?|niñ\w+|hij\w+|bebés?)\b[^.;,]*$)/iu
/** Somebody of another age may come too, as a child beside an adult. */
const otherAges =
  /\b(?:child(?:ren)?|kids?|minors?|famil\w+|teen\w*|youths?|young people|anyone|everyone|niñ\w+|jóvenes|adolescentes|menores)\b/iu
/** `or people with disabilities`: who is none of that age. */
const orOthers =
  /\b(?:or|and|o|y|and\/or)\s+(?:\w+\s+){0,3}(?:disab\w*|discapaci\w*|pregnan\w*|embaraz\w*|veterans?|veteranos)/iu
const adults = /\b(?:adults?|adult[oa]s)\b/iu

const sentencesOf = (text: string) => text.split(/(?<=[.;!?])\s+|\n+/)

function rangesIn(sentence: string): Range[] {
  let rest = sentence
  const found: Range[] = []
  for (const [form, read] of forms) {
    rest = rest.replace(form, (match: string, ...groups: unknown[]) => {
      const at = groups.find((part) => typeof part === 'number') as number
      const numbers = groups.slice(0, groups.indexOf(at)).map((part) => numberOf(part as string | undefined))
      if (!ofOthers.test(sentence.slice(0, at))) found.push({ ...read(...numbers), because: match.trim() })
      // The other forms must not read it again; what follows stays at its place.
      return ' '.repeat(match.length)
    })
  }
  return found.filter(({ from, to }) => (from ?? 0) <= 120 && (to ?? 0) <= 120 && (to ?? 999) >= (from ?? 0))
}

/**
 * Reads the youngest and oldest age of those who may come. Of several, the widest range counts, because somebody may be
 * helped by one part of the service. Nothing is read where other people than those of that age may come too.
 */
export function readAges(text: string): ReadAges | null {
  const sentences = sentencesOf(text)
  const ranges = sentences.flatMap(rangesIn)
  const isOpen = sentences.some((sentence) => rangesIn(sentence).length > 0 && orOthers.test(sentence))
  if (isOpen) return null
  if (ranges.length) {
    const from =
      adults.test(text) && ranges.some((range) => (range.from ?? 0) > 18) && !/\b(?:older|senior) adults?\b/i.test(text)
        ? Math.min(18, ...ranges.map((range) => range.from ?? 0))
        : Math.min(...ranges.map((range) => range.from ?? 0))
    const to = Math.max(...ranges.map((range) => range.to ?? Number.POSITIVE_INFINITY))
    const isWide = adults.test(text) && Number.isFinite(to) && to < 18
    if (isWide) return null
    return {
      minimumAge: from > 0 ? from : null,
      maximumAge: Number.isFinite(to) ? to : null,
      because: ranges.map(({ because }) => because).join(', '),
    }
  }
  const adult = adults.exec(text)
  return adult && !otherAges.test(text) && !/\b(?:with|accompanied by|con)\s+(?:an?\s+|un\s+)?adult/iu.test(text)
    ? { minimumAge: 18, maximumAge: null, because: adult[0] }
    : null
}
