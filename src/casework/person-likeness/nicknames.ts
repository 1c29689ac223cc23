import { withoutAccents } from '#platform/schema/without-accents.ts'

/** First names and what people with that name are called, in English and Spanish. The first word is the full name. */
const families = `
abigail abby gail
abraham abe bram
adelaida adela
adriana adri
albert al bert bertie albie
alberto beto
alejandro alex jandro ale
alejandra ale jandra alex sandra
alexander alex al sandy xander sasha lex
alexandra alex sandra lexi sasha sandy alexa
alfonso poncho alf fonzie
alfred al fred alfie freddie
alfredo fredo fredy alf
alicia lici licha
allison allie ally
amanda mandy manda
anastasia stacy ana tasia
andrea andi drea
andrew andy drew
andres andy
angela angie
angelica angie
anita ana
anna ann annie anne
antonia toni toña
anthony tony
antonio toño tony antony
arturo turo
arthur art artie
augustine gus augie
barbara barb babs barbie
beatrice bea trixie
beatriz bea betty
benjamin ben benny benji
bernard bernie
brenda bren
bradley brad
brian bri
bridget biddy bridie
calvin cal
carlos charlie carlitos
carmen carmela
carolina caro lina
caroline carol carrie
carolyn carol lyn carrie
catherine cathy kate katie cat kitty kathy
katherine kathy kate katie kat kitty kay
kathleen kathy kate katie
cecilia ceci cece celia
charles charlie chuck chas
charlotte lottie char
christian chris
christina chris tina christy chrissy
christine chris tina christy chrissy
christopher chris kit topher
cynthia cindy
clarence clar
clifford cliff
concepcion concha conchita
consuelo chelo
cristina cris tina
cristobal cris tobal
curtis curt
cruz cruzita
daniel dan danny
daniela dani
david dave davey
deborah deb debbie debra
dennis denny
dolores lola loli
dominic dom nick
donald don donnie
dorothy dot dottie dolly
douglas doug
eduardo edu lalo eddie
edward ed eddie ned ted teddy
edwin ed eddie
eleanor ellie nell nora
elena nena
elizabeth liz beth betsy betty lizzie eliza libby lisa
elisabet eli
emily em emmy
emilio milo
enrique quique kike rick
ernest ernie
ernesto neto
esperanza espe
esteban steve
eugene gene
eugenio geño
evelyn eve evie
ezekiel zeke
fabian fabi
federico fede fico
felipe pipe
fernando nando fer
florence flo
frances fran frannie
francis frank fran
francisca paca paquita pancha
francisco paco pancho frank cisco kiko
franklin frank
frederick fred freddie rick
gabriel gabe gabi
gabriela gabi gaby
genevieve gen viv
geoffrey geoff jeff
george georgie
gerald jerry gerry
gerardo gera
gertrude trudy gert
gilbert gil bert
gilberto beto gil
gloria glo
gonzalo gonza
graciela chela grace
gregory greg
gregorio goyo
guadalupe lupe lupita
guillermo memo guille willie
gustavo gus tavo
harold hal harry
harriet hattie
hector tito
helen nell ellie
henry hank harry hal
herbert herb bert
hilario lalo
hortensia tencha
hugo huguito
ignacio nacho
ines inesita
irene rena
isaac ike zac
isabel isa chabela bel
isabella bella izzy isa
isaiah zay
ismael isma
jacob jake jack
jacqueline jackie
jaime jimmy
james jim jimmy jamie
jane janie
janet jan
javier javi
jeffrey jeff
jennifer jen jenny
jeremiah jerry jem
jeremy jem
jerome jerry
jesus chuy chucho
jessica jess jessie
joan joanie
joaquin quino
john jack johnny jon
jonathan jon jonny nathan
jordan jordy
jorge coque
jose pepe chepe joe
josefa pepa chepa
josefina josie fina pepita
joseph joe joey jo
josephine jo josie
joshua josh
joyce joy
juan juanito johnny
juana juanita
juan-carlos juanca
judith judy
julia julie
julian jules
julio julito
justin jus
karen kari
kenneth ken kenny
kevin kev
kimberly kim
kristin kris
larry lars
laura laurie lori
lawrence larry laurie
leonard leo len lenny
leonardo leo nardo
leonor nora
leopoldo polo
leticia leti
lillian lily lil
linda lindy
lorena lore
lorenzo lencho
louis lou louie
louise lou
lourdes lulu
lucas luke
lucia lucy lu
lucille lucy
luis lucho
luisa lu
luz lucha
madeline maddie
magdalena magda lena
manuel manny manolo manu
manuela manola
marcela marce
marcos marc
margaret maggie meg peggy marge margie greta rita
margarita rita mago margo
maria mari mary maruja
mariana nana
maria-elena malena
maria-isabel maribel
maria-luisa marilu
maria-teresa maite mayte
maria-del-carmen maricarmen
mario marito
marjorie marge margie
martha marty patty
martin marty
mary molly polly mamie
matthew matt
mateo teo
matilda mattie tilda
maureen mo
mauricio mau
maurice mo
maximilian max
maximiliano max
melissa mel missy lissa
mercedes meche merche
michael mike mikey mick mickey
michelle shelly mich
miguel mike migue
mildred millie
miriam mimi
monica moni
montserrat montse
nancy nan
natalia nati talia
natalie nat
nathan nate
nathaniel nate nat
nicholas nick nicky
nicolas nico
nicole nicky nikki
norman norm
octavio tavo
olivia liv livvy
oliver ollie
oscar ozzie
pablo pablito
pamela pam
patricia pat patty tricia trish
patrick pat paddy rick
paul paulie
paula pau
pauline polly
pedro perico
penelope penny
peter pete
philip phil
phyllis phyl
pilar pili
priscilla cilla
rachel rach
rafael rafa
ramon moncho
ramona mona
randall randy
raquel kelly
raul rulo
raymond ray
rebecca becky becca
rebeca becky
reginald reg reggie
refugio cuca
regina gina
ricardo rick ricky richie
richard rick dick rich richie ricky
robert bob rob bobby robbie bert
roberto beto tito rob
roberta bobbie robbie
rodolfo rudy fito
rodrigo rodri
rogelio roger
roger rodge
ronald ron ronnie
rosa rosita rosie
rosalia chalia
rosario charo chayo
rosemary rose rosie
roxana roxy
ruben benny
rudolph rudy
russell russ
ruth ruthie
samantha sam sammy
samuel sam sammy
salvador chava salva
sandra sandy
santiago santi chago yago
sara sally sari
sarah sally sadie
sebastian seb sebas bastian
sergio checo
shirley shirl
sofia sofi
soledad sole chole
sophia sophie
stanley stan
stephanie steph stevie
stephen steve
steven steve
susan sue susie suzy
susana susi
sylvia syl
tamara tammy
teresa tere tete terry
theodore ted teddy theo
theresa terry tess tessa terri
thomas tom tommy
timothy tim timmy
tobias toby
tomas tom tommy
valentina vale
valeria vale
vanessa nessa
veronica vero ronnie
vicente chente
victor vic
victoria vicky tori
vincent vince vinny
violeta viole
virginia ginny ginger
walter walt wally
wendy wen
wilfredo willy fredo
william bill will billy willie liam
ximena xime
yolanda yoli
yvonne vonnie
zachary zach zack
`

/** By name, all families that it belongs to. */
const familiesOf = new Map<string, Set<number>>()
/** By family, its names. */
const members: string[][] = []
for (const line of withoutAccents(families).trim().split('\n')) {
  // A name of two words is known by its nickname as one; the hyphen joins it here.
  const names = line.split(' ').map((name) => name.replaceAll('-', ' '))
  for (const name of names) familiesOf.set(name, (familiesOf.get(name) ?? new Set()).add(members.length))
  members.push(names)
}

/**
 * Whether two first names may be names of one person: Bill and William, Paco and Francisco, Kate and Kathy.
 * @param one in plain lower-case letters, as `plain_text` makes them
 */
export function isNickname(one: string, other: string) {
  const own = familiesOf.get(one)
  const others = familiesOf.get(other)
  return one !== other && own !== undefined && others !== undefined && [...own].some((family) => others.has(family))
}

/** The other names of a person with this first name. @param name in plain lower-case letters */
export const otherNames = (name: string) =>
  [...new Set([...(familiesOf.get(name) ?? [])].flatMap((family) => members[family] ?? []))].filter(
    (other) => other !== name,
  )
