import { createHash } from 'node:crypto'

/** A person of the made organization, as they are inserted. */
export interface MadePerson {
  id: string
  firstName: string
  lastName: string
  birthDate: string | null
  email: string | null
  address1: string | null
  postalCode: string | null
  phones: string[]
  /** which person this is a record of */
  of: number
  damage: Damage | null
}

/** How the second record of a person differs from the first. */
export const damages = [
  'misspelled',
  'sound',
  'nickname',
  'swapped-names',
  'one-surname',
  'birth-date-swapped',
  'birth-date-digit',
  'moved',
] as const
export type Damage = (typeof damages)[number]

export const firstNames =
  'William Maria Jose Elizabeth Robert Guadalupe Francisco Margaret James Ana Luis Catherine Michael Rosa Juan Patricia David Carmen Carlos Jennifer Richard Teresa Jesus Linda Joseph Isabel Manuel Susan Thomas Lucia Antonio Deborah Charles Elena Miguel Rebecca Daniel Sofia Alejandro Samantha Matthew Gabriela Rafael Christina Anthony Mercedes Eduardo Stephanie Edward Dolores Enrique Theresa Benjamin Leticia Ignacio Kimberly Nicholas Veronica Roberto Victoria Timothy Consuelo Ramon Jessica Kwame Amina Nguyen Fatima Oleksandr Yuki Priya Tariq Zainab Desmond Latoya Keisha Tyrone Marcus'.split(
    ' ',
  )
export const lastNames =
  'Smith Johnson Garcia Rodriguez Martinez Hernandez Lopez Gonzalez Brown Williams Jones Davis Miller Wilson Perez Sanchez Ramirez Torres Flores Rivera Gomez Diaz Cruz Morales Ortiz Gutierrez Chavez Ramos Ruiz Alvarez Mendoza Vasquez Castillo Jimenez Moreno Romero Herrera Medina Aguilar Vargas Guzman Munoz Salazar Soto Delgado Pena Rios Alvarado Sandoval Contreras Valdez Guerrero Estrada Ortega Nunez Maldonado Anderson Thomas Taylor Moore Jackson Martin Lee Thompson White Harris Clark Lewis Robinson Walker Young Allen King Wright Scott Hill Green Adams Nelson Baker Hall Campbell Mitchell Carter Roberts Phillips Evans Turner Parker Collins Edwards Stewart Morris Murphy Cook Rogers Peterson Cooper Reed Bailey Bell Kelly Howard Ward Cox Richardson Wood Watson Brooks Bennett Gray Hughes Price Myers Long Foster Ross Powell Sullivan Russell Okafor Okonkwo Nguyen Tran Pham Abdi Hassan Kowalski Petrenko Singh Patel Khan Ahmed Tanaka Silva Ferreira'.split(
    ' ',
  )
const nicknames: Record<string, string> = {
  ...{ William: 'Bill', Jose: 'Pepe', Elizabeth: 'Liz', Robert: 'Bob', Guadalupe: 'Lupe', Francisco: 'Paco' },
  ...{ Margaret: 'Peggy', James: 'Jim', Catherine: 'Kate', Michael: 'Mike', Patricia: 'Pat', Jennifer: 'Jenny' },
  ...{ Richard: 'Dick', Teresa: 'Tere', Jesus: 'Chuy', Joseph: 'Joe', Isabel: 'Chabela', Manuel: 'Manny' },
  ...{ Susan: 'Sue', Thomas: 'Tom', Antonio: 'Toño', Deborah: 'Debbie', Charles: 'Chuck', Elena: 'Nena' },
  ...{ Miguel: 'Mike', Rebecca: 'Becky', Daniel: 'Danny', Alejandro: 'Alex', Samantha: 'Sam', Matthew: 'Matt' },
  ...{ Gabriela: 'Gabi', Rafael: 'Rafa', Christina: 'Tina', Anthony: 'Tony', Eduardo: 'Lalo', Edward: 'Ted' },
  ...{ Dolores: 'Lola', Enrique: 'Quique', Benjamin: 'Ben', Ignacio: 'Nacho', Kimberly: 'Kim', Nicholas: 'Nick' },
  ...{ Veronica: 'Vero', Roberto: 'Beto', Victoria: 'Vicky', Timothy: 'Tim', Consuelo: 'Chelo', Ramon: 'Moncho' },
  ...{ Jessica: 'Jess', Maria: 'Mari', Luis: 'Lucho', Juan: 'Juanito', Carlos: 'Charlie', Leticia: 'Leti' },
}
const sounds: readonly (readonly [RegExp, string])[] = [
  [/z/, 's'],
  [/ll/, 'l'],
  [/v/, 'b'],
  [/c(?=[aou])/, 'k'],
  [/ck/, 'k'],
  [/ph/, 'f'],
  [/th/, 't'],
  [/s$/, 'z'],
  [/y$/, 'ie'],
  [/(?<=[aeiou])n(?=[^n]|$)/, 'nn'],
  [/o(?=[a-z])/, 'oo'],
  [/e(?=[a-z])/, 'ee'],
]

/** The same numbers for the same seed: 0 to 1. */
function numbersFrom(seed: string) {
  let at = 0
  let state = createHash('sha256').update(seed).digest().readUInt32LE(0)
  return () => {
    at += 1
    state = (state + 0x6d2b79f5 + at) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296
  }
}

type Draw = () => number
const pick = <Item>(draw: Draw, items: readonly Item[]) => items[Math.floor(draw() * items.length)] as Item
/** The first names of a list are the most common. */
const pickCommon = <Item>(draw: Draw, items: readonly Item[]) => items[Math.floor(draw() ** 1.6 * items.length)] as Item
const two = (number: number) => String(number).padStart(2, '0')

function makeId(draw: Draw) {
  const hex = Array.from({ length: 32 }, () => Math.floor(draw() * 16).toString(16)).join('')
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20)}`
}

const makePhone = (draw: Draw) =>
  `+1716${200 + Math.floor(draw() * 799)}${String(Math.floor(draw() * 10000)).padStart(4, '0')}`
const makeDay = (draw: Draw) =>
  draw() < 0.03
    ? `${1940 + Math.floor(draw() * 70)}-01-01`
    : `${1940 + Math.floor(draw() * 70)}-${two(1 + Math.floor(draw() * 12))}-${two(1 + Math.floor(draw() * 28))}`

/** A shelter, whose number and address many people give. */
const shelter = { phones: ['+17165550100'], address1: '12 Harbor Street', postalCode: '14203' }

function makeOne(draw: Draw, of: number): MadePerson {
  const firstName = pickCommon(draw, firstNames)
  const lastName =
    draw() < 0.25 ? `${pickCommon(draw, lastNames)} ${pickCommon(draw, lastNames)}` : pickCommon(draw, lastNames)
  const isSheltered = draw() < 0.02
  return {
    ...{ id: makeId(draw), firstName, lastName, of, damage: null },
    birthDate: draw() < 0.95 ? makeDay(draw) : null,
    email:
      draw() < 0.4 ? `${firstName}.${lastName}${Math.floor(draw() * 9999)}@example.test`.replaceAll(' ', '') : null,
    address1:
      draw() < 0.8
        ? `${1 + Math.floor(draw() * 900)} ${pick(draw, lastNames)} ${pick(draw, ['Street', 'Avenue'])}`
        : null,
    postalCode: draw() < 0.8 ? `142${two(Math.floor(draw() * 25))}` : null,
    phones: draw() < 0.85 ? [makePhone(draw)] : [],
    ...(isSheltered ? shelter : {}),
  }
}

/** People of one household, who share much: twins, and a father whose son has his name. */
function relativeOf(draw: Draw, person: MadePerson, of: number): MadePerson {
  const isTwin = draw() < 0.5
  const birthDate = isTwin ? person.birthDate : makeDay(draw)
  let firstName = isTwin ? pickCommon(draw, firstNames) : person.firstName
  while (isTwin && firstName === person.firstName) firstName = pickCommon(draw, firstNames)
  return { ...person, id: makeId(draw), of, firstName, birthDate, email: null }
}

function misspell(draw: Draw, name: string) {
  const at = 1 + Math.floor(draw() * (name.length - 2))
  const [before, here, next, after] = [name.slice(0, at), name[at] ?? '', name[at + 1] ?? '', name.slice(at + 2)]
  return pick(draw, [
    `${before}${next}${here}${after}`,
    `${before}${next}${after}`,
    `${before}${here}${here}${next}${after}`,
  ])
}

function respell(draw: Draw, name: string) {
  const possible = sounds.filter(([from]) => from.test(name))
  const [from, to] = possible.length ? pick(draw, possible) : [/e/, 'ee']
  return name.replace(from, to)
}

const hurt: Record<Damage, (person: MadePerson, draw: Draw) => Partial<MadePerson> | null> = {
  misspelled: (person, draw) =>
    draw() < 0.5 ? { firstName: misspell(draw, person.firstName) } : { lastName: misspell(draw, person.lastName) },
  sound: (person, draw) => ({ lastName: respell(draw, person.lastName) }),
  nickname: ({ firstName }) => (nicknames[firstName] ? { firstName: nicknames[firstName] } : null),
  'swapped-names': ({ firstName, lastName }) => ({ firstName: lastName, lastName: firstName }),
  'one-surname': ({ lastName }, draw) =>
    lastName.includes(' ') ? { lastName: pick(draw, lastName.split(' ')) } : null,
  'birth-date-swapped': ({ birthDate }) => {
    const [year, month, day] = (birthDate ?? '').split('-')
    return birthDate && Number(day) <= 12 && day !== month ? { birthDate: `${year}-${day}-${month}` } : null
  },
  'birth-date-digit': ({ birthDate }, draw) =>
    birthDate
      ? {
          birthDate: `${birthDate.slice(0, 3)}${pick(
            draw,
            ['0', '3', '7', '9'].filter((d) => d !== birthDate[3]),
          )}${birthDate.slice(4)}`,
        }
      : null,
  moved: (person, draw) => ({
    ...{
      address1: `${1 + Math.floor(draw() * 900)} ${pick(draw, lastNames)} Road`,
      postalCode: `140${two(Math.floor(draw() * 25))}`,
    },
    phones: draw() < 0.5 ? person.phones : [makePhone(draw)],
  }),
}

/** The second time, people give less: each of these is left out in some records. */
const forgetful = (person: MadePerson, draw: Draw): MadePerson => ({
  ...person,
  email: draw() < 0.5 ? null : person.email,
  address1: draw() < 0.3 ? null : person.address1,
  phones: draw() < 0.15 ? [] : person.phones,
})

/**
 * Records of people of one organization: a tenth are second records of somebody, each damaged in one of eight ways, and
 * one in twenty is a twin, or has the name of a father. The same seed gives the same people.
 */
export function makePeople(count: number, seed: string): MadePerson[] {
  const draw = numbersFrom(seed)
  const people: MadePerson[] = []
  const pairs = Math.floor(count / 10)
  while (people.length < count - pairs) {
    const last = people.at(-1)
    people.push(last?.birthDate && draw() < 0.05 ? relativeOf(draw, last, people.length) : makeOne(draw, people.length))
  }
  const taken = new Set<number>()
  for (let at = 0; at < pairs; ) {
    const of = Math.floor(draw() * (count - pairs))
    const person = people[of] as MadePerson
    const damage = damages[at % damages.length] as Damage
    const change = taken.has(of) ? null : hurt[damage](person, draw)
    if (!change) continue
    taken.add(of)
    people.push({ ...forgetful(person, draw), ...change, id: makeId(draw), damage })
    at += 1
  }
  return people
}
