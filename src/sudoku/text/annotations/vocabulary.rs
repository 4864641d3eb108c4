//! The words by which texts beside a grid are judged, by language.
//!
//! Words are compared in small letters without accents. A pattern is a whole word; with
//! `*` behind it the beginning of one; with `*` at both ends any part of one; a pattern of
//! several words matches them in a row. In lists, a comma or the end of a line
//! parts patterns, and lines with `//` are comments.

use super::words::{Word, joined};
use crate::sudoku::rules::{Regions, Spec};
use crate::sudoku::text::description::words::cell;
use crate::sudoku::text::split::is_one_of;
use crate::sudoku::{Puzzle, Size, Symbols};
use std::collections::HashMap;
use std::sync::LazyLock;

/// What a word is about, as far as rules can be stated for it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Subject {
    Diagonals,
    Windows,
    Groups,
    Regions,
    Cages,
    Arrows,
    Parity,
    /// The rules of the table of rules with these names, separated by blanks.
    Marked(&'static str),
    /// Several grids.
    Grids,
    /// Rows and columns, of the grid or of its boxes.
    Dimensions(usize, usize),
    /// Rows of a box.
    BoxRows(usize),
    /// Columns of a box.
    BoxCols(usize),
    /// The first and the last symbol: the value of a number, or 10 and more for a letter.
    Symbols(usize, usize),
    /// No rule of ours, or not known which.
    Other,
}

impl Subject {
    /// Returns `true` if a puzzle has what the word is about.
    pub(super) fn is_in(self, puzzle: &Puzzle) -> bool {
        let spec = puzzle.rules().spec();
        let has_mark = |names: &str| {
            let mut marks = spec.marks.iter().filter(|mark| !mark.rule.is_own);
            marks.any(|mark| is_one_of(&mark.rule.name, names))
        };
        match self {
            Subject::Dimensions(rows, cols) => {
                let (size, side) = (spec.size, spec.size.side());
                (rows, cols) == (side, side)
                    || (rows, cols) == (size.rows(), size.cols())
                    || boxes_of(spec) == Some((rows, cols))
            }
            Subject::BoxRows(found) => boxes_of(spec).is_some_and(|(rows, _)| rows == found),
            Subject::BoxCols(found) => boxes_of(spec).is_some_and(|(_, cols)| cols == found),
            Subject::Symbols(first, last) => range_of(puzzle) == Some((first, last)),
            Subject::Grids => !spec.size.is_one_grid(),
            Subject::Diagonals => spec.diagonals == [true; 2],
            Subject::Windows => spec.windows,
            Subject::Groups => spec.disjoint_groups,
            Subject::Regions => !matches!(spec.regions, Regions::Boxes { .. }),
            Subject::Cages => !spec.cages.is_empty(),
            Subject::Arrows => !spec.arrows.is_empty(),
            Subject::Parity => !spec.parities.is_empty() || has_mark("parity-line"),
            Subject::Marked(names) => has_mark(names),
            Subject::Other => false,
        }
    }
}

impl Subject {
    /// Returns `true` for a size or a range of symbols, which every grid has.
    pub(super) fn is_measure(self) -> bool {
        use Subject::{BoxCols, BoxRows, Dimensions, Symbols};
        matches!(self, Dimensions(..) | BoxRows(_) | BoxCols(_) | Symbols(..))
    }

    /// Returns `true` for a size that a grid without further rules can have, and for symbols
    /// from 1.
    pub(super) fn is_common(self) -> bool {
        match self {
            Subject::Dimensions(rows, cols) => {
                rows == cols
                    || Size::new(rows * cols)
                        .and_then(Spec::usual)
                        .is_some_and(|spec| boxes_of(&spec) == Some((rows, cols)))
            }
            Subject::Symbols(first, _) => first == 1,
            _ => false,
        }
    }
}

/// Returns the rows and columns of the boxes; of the usual ones if there are regions instead.
fn boxes_of(spec: &Spec) -> Option<(usize, usize)> {
    let usual = Spec::usual(spec.size);
    match (&spec.regions, usual.as_ref().map(|usual| &usual.regions)) {
        (Regions::Boxes { rows, cols }, _) | (_, Some(Regions::Boxes { rows, cols })) => {
            Some((*rows, *cols))
        }
        _ => None,
    }
}

/// Returns the first and the last symbol of a puzzle, as [`Subject::Symbols`] has them.
fn range_of(puzzle: &Puzzle) -> Option<(usize, usize)> {
    match puzzle.symbols() {
        Symbols::Numbers { first } => {
            let first = usize::from(*first);
            Some((first, first + puzzle.size().side() - 1))
        }
        Symbols::Chars(chars) => {
            let value = |c: &char| c.to_digit(36).map(|value| value as usize);
            Some((value(chars.first()?)?, value(chars.last()?)?))
        }
    }
}

/// Texts that name a rule where they stand alone.
const BARE: [(Subject, &str); 7] = [
    (Subject::Diagonals, "x"),
    (Subject::Marked("minimum maximum"), "minimum, maximum"),
    (Subject::Marked("between"), "between"),
    (Subject::Marked("less"), "less"),
    (Subject::Marked("difference"), "difference"),
    (Subject::Parity, "even, odd"),
    (
        Subject::Other,
        "with x, windows, 4 windows, quad, quads, pandigital, ak, nc, dg, nrc, ks, xv, lk, touchless, \
            relative positions, offset, 159",
    ),
];

/// Words that say that the ordinary rules do not hold.
const DENIALS: &str = "do not apply, don t apply, does not apply, doesn t apply, not apply, do not hold, don t hold, no normal, \
    no standard, no classic*, no ordinary, no usual, not normal, not a normal, not standard, not a standard, \
    not classic*, not a classic*, not the usual, not the normal, gelten nicht, keine normal*, nicht normal*, \
    ne s appliquent pas, no se aplican, non si applicano, gelden niet";

/// Words that state a rule wherever they stand.
const NAMES: [(Subject, &str); 39] = [
    (
        Subject::Diagonals,
        "
            // English, German, French, Spanish, Italian, Portuguese, Dutch, Swedish
            *diagona*, diag, diags, x sudoku*, sudoku x, x puzzle*, puzzle x, x grid*, x rule*, sudokux,
            corner to corner, opposite corner*, ecke zu ecke, coin a coin, coin a l autre, esquina a esquina,
            angolo ad angolo, hoek tot hoek, hoek naar hoek, hoofdlijn*,
            // Polish, Czech, Russian, Greek, Turkish, Hungarian, Finnish, Chinese, Japanese, Korean
            przekatn*, *uhloprick*, *диагонал*, *διαγων*, kosegen*, capraz*, atlo*, lavistaj*, *对角*, *對角*, *対角*,
            *대각*,
        ",
    ),
    (
        Subject::Marked("anti-knight"),
        "
            *knight*, *rosselsprung*, springer*, cavalier*, caballo*, cavallo*, cavalo*, paard*, skoczk*, jezdc*,
            *конь*, *коня*, horse*,
            // What moves as in chess is some such rule.
            *chess*, schach*, echec*, ajedrez, scacch*, xadrez, schaak*, szach*, *шахмат*,
        ",
    ),
    (
        Subject::Marked("anti-king"),
        "king, kings, antiking*, konig, konigs*, *konigszug*, roi, rey, koning*, re degli scacchi",
    ),
    (
        Subject::Windows,
        "windoku*, window, four windows, windows sudoku, hyper*, *fenster*, fenetre*, ventan*, finestr*, janela*, \
            venster*, nrc",
    ),
    (
        Subject::Groups,
        "disjoint*, disjunkt*, disgiunt*, disjunt*, same position*, same place*, same relative, \
            relative position*",
    ),
    (
        Subject::Marked("non-consecutive"),
        "*consecuti*, *consecutie*, *aufeinanderfolg*, *aufeinander folg*, opeenvolg*, *konsekutiv*, *successiv*, \
            direct neighbours in value, последовательн*, *differ by one*, differ by 1, *difference of one*, \
            difference of 1, difference 1, next number*",
    ),
    (
        Subject::Regions,
        "jigsaw*, irregul*, *regelmassig*, onregelmatig*, *omino*, *region*, geometr*, squiggl*, chaos*, \
            chaotic*, *gebiet*, *bereich*, *nepravideln*, nieregularn*, нерегулярн*, *不規則*, *不规则*, puzzle piece*, \
            bizarre shape*, odd shape*, strange shape*, shapes, *shaped, bloc irreg*, latin, latein*, lateinisch*, \
            latino, latijn*, no box*, without box*, instead of box*, not box*, no blocks, curved, wavy, bent, \
            crooked, slanted, without blocks, ohne block*, keine block*, sans bloc*, sin cajas, senza riquadri",
    ),
    (
        Subject::Cages,
        "*killer*, cage*, caged, *kafig*, jaula*, gabbi*, kooi*, kooien, kakuro*, kenken*, calcudoku*, sumdoku*, \
            mathdoku*, klatk*",
    ),
    (
        Subject::Marked("thermo slow-thermo"),
        "*thermo*, termo*, bulb, bulbs",
    ),
    (
        Subject::Arrows,
        "arrow*, *pfeil*, fleche*, flecha*, frecci*, frecce, pijl*, strzalk*, sipk*, стрел*",
    ),
    (
        Subject::Marked("difference ratio sum"),
        "*kropk*, xv, x v, vx, v 5, x 10, white dot*, black dot*, white circle*, black circle*, weisse* punkt*, \
            weisse* kreis*, schwarze* punkt*, roman numeral*, roman letter*, points blancs, points noirs",
    ),
    (
        Subject::Parity,
        "parity, paritat*, parite*, paridad*, even odd, odd even, even and odd, odd and even, even or odd, \
            odd or even, gerade ungerade, ungerade, ungeraden, impair*, impar*, dispari, oneven, even digit*, \
            odd digit*, even number*, odd number*, even value*, odd value*, even only, only even, only odd, \
            odd only, evens, odds, nieparzyst*, parzyst*, четн*, нечетн*",
    ),
    (
        Subject::Marked("less"),
        "*inequal*, greater than, less than, larger than, smaller than, bigger than, grosser als, kleiner als, \
            plus grand, plus petit, mayor que, menor que, maggiore di, minore di, groter dan, kleiner dan, \
            futoshiki*, *ungleich*, vergleichs*, comparison*, comparaison*, compdoku*, ungelijk*",
    ),
    (
        Subject::Marked("palindrome"),
        "*palindrom*, *palindroom*, *same backward*",
    ),
    (
        Subject::Marked("whispers dutch-whispers"),
        "*whisper*, *fluster*",
    ),
    (Subject::Marked("renban"), "renban*"),
    (Subject::Marked("double-arrow"), "double arrow*"),
    (
        Subject::Marked("region-sum equal-sums"),
        "region sum*, equal sum*",
    ),
    (Subject::Marked("ten-line"), "ten line*, tenline*"),
    (Subject::Marked("look-and-say"), "look and say"),
    (
        Subject::Marked("minimum maximum"),
        "minima, maxima, local min*, local max*, minimum and maximum, maximum and minimum",
    ),
    (Subject::Marked("no-difference"), "no difference*"),
    (
        Subject::Marked("row-indexer column-indexer box-indexer"),
        "row index*, column index*, box index*, indexer*",
    ),
    (Subject::Marked("taxicab self-taxicab"), "*taxicab*"),
    (Subject::Marked("nabner"), "nabner*"),
    (Subject::Marked("zipper"), "zipper*"),
    (Subject::Marked("between"), "between line*"),
    (Subject::Marked("lockout"), "lockout*"),
    (Subject::Marked("entropic global-entropy"), "*entrop*"),
    (Subject::Marked("modular"), "modular*"),
    (Subject::Marked("ascending"), "ascending*"),
    (
        Subject::Marked("skyscraper"),
        "skyscraper*, hochhaus*, gratte ciel*, rascacielos",
    ),
    (Subject::Marked("quadruple"), "quadrupl*"),
    (Subject::Marked("sandwich"), "*sandwich*"),
    (Subject::Marked("xsum"), "xsum*, x sum*"),
    (Subject::Marked("sandwich xsum sums"), "sums"),
    (Subject::Marked("numbered-room"), "numbered room*"),
    (
        Subject::Grids,
        "*samurai*, gattai*, overlapp*, *uberlapp*, butterfly, twodoku, *multi sudoku*, multisudoku*, multidoku*",
    ),
    (
        Subject::Other,
        "
            touchless*, left clue*, right clue*, top clue*, bottom clue*, row clue*, column clue*, side clue*,
            see picture*, see image*, see colo*, see the picture*, see the image*, see the colo*, see figure*,
            see diagram*, see drawing*, see photo*, see attach*, see screenshot*, siehe bild*, 0 instead of*,
            zero instead of*, instead of 9, instead of 0, instead of nine, *variant*,
            variation*, *constraint*, *einschrank*, *contraint*, restric*, modulo, toroid*,
            torus, anti, antidiag*, argyle*, asterisk*, girandol*, center dot*, centre dot*,
            centerdot*, offset*, tripod*, battenburg*, nurikabe*, fog, schrodinger*, rossini*, frame*, *outside*, ausserhalb, sujiken*, *tredoku*, hexagon*, hexasudoku,
            mosaic*, wrap*, cylind*, zylind*, mirror*, gespiegelt*, clone*, klon*, extra region*, slingshot*,
            product, products, multiplication*, tatami*, yin yang, cipher*, twin,
            sohei, windmill, flower, triang*, dreieck*, circular*, shogun*, rainbow*, regenbogen*, snake*,
            schlange*, serpent*, magic*, magisch*, galax*, star battle*, nonogram*, slitherlink*, masyu*, creasing*,
            battleship*, minesweeper*, minen*, clock face*, hidato*, position sum*, search nine*,
            descending*, aufsteigend*, absteigend*, croissant*, ascendent*, crecient*, oplopend*,
            equidistan*, no touch*, untouch*, touching*, beruhr*, miracle*, queen*, bishop*, rook, rooks, *laufer,
            turm*, pawn*, clue* outside, little kill*, ambiguous*, multi, triple*, repeated digit*, repeated number*, wrogn*, stripes, striped, streifen, extra house*,
            extra group*, extra box*, extra block*, extra constraint*, extra rule*, extra condition*, extra line*,
            additional rule*, additional condition*, additional constraint*, special rule*, zusatzregel*, zusatz*,
            sonderregel*, regle* speciale*, regle* supplementaire*, *supplementaire*, regla* adicional*,
            *adicional*, regola aggiuntiva, *aggiuntiv*, extra regel*, unusual rule*, twist, *twisted*, lighthouse*,
            antisymm*, kurve*, *spiral*, orbit*, planet*, domino*, trio, trios, tight fit*, pyramid*, *kreuz*,
            plus sudoku*, *cross sudoku*, borderline*, summe*, sumas, sommes, somme, somma, somas, sommen,
            quersumm*, *wurfel*, dice, braille, *xor*, non standard, nonstandard, non classic*, nonclassic*,
            sonder*, zoned, zones, product*, alphabetical*, ratio*, doppelt so*, twice as*, double*,
            factor*, divisor*, multiple* of, divisible, prime*, square number*, cube number*, fibonacci*, binary*,
            mittelpunkt*, no 2x2,
            tricky rule*, *ripple*, strimko*, suguru*, tectonic*, hakyuu*, fillomino*, str8ts*, straights,
            // Names of kinds of Sudoku that say nothing else.
            hoshi, kazaguruma, samunamupure, nonet*, deficit, surplus, *doppelblock*, sudokurve*, tridoku*,
            strimko*, rossini*, stripe*, touchy, isosudoku*, isodoku*, roller coaster*, square wisdom, fortress*,
            serial, tetris, rotational, magnetic, liar*, eliminate*, pointing, odd even view*, cross the*, kings,
            hidden pair*, bust, greater*, lesser, *sumscraper*, japanese sum*, easy as*, xy sudoku, ratio, max min,
            min max, extremes, thermodoku, tripledoku, pinocchio*, hanidoku, letter sudoku, crazy arrows,
            chain sudoku*, chains, duplex*, duo*, dodeka*, penta*, septo*, quinto*, stars sudoku, crossmath*,
            garam*, ring sudoku*, wheel*, disc, disk, polar, cube*, 3d, 三维, ジグソー, *不等*, *奇偶*, *变型*, *変則*, *杀手*,
            *殺手*, *キラー*,
        ",
    ),
];

/// Words of sentences that state a rule where they stand together.
struct Grammar {
    /// What a rule is about.
    things: &'static str,
    /// How things are related.
    relations: &'static str,
    /// Where things are: a rule states it of an amount of things.
    places: &'static str,
    /// For which things a rule holds, and how strictly.
    amounts: &'static str,
    /// How cells are marked.
    marks: &'static str,
    /// That something is different from the usual, or is added.
    others: &'static str,
}

/// See [`Grammar`].
const GRAMMAR: Grammar = Grammar {
    things: "
        // English
        digit*, number, numbers, cell, cells, square, squares, row, rows, column, columns, line, lines, box, boxes,
        block, blocks, area, areas, shape*, nonet*, value, values, symbol*, corner*, circle*, dot, dots, edge*,
        border*, path*, zone*, centre*, center*, integer*, figure*, numeral*, field*, house*, group*, set, sets,
        quadrant*, tile*, piece*, patch*, shading*, stripe*, strip*, loop*, rule*, condition*, 1 to 9, 1 through 9,
        one to nine, one through nine, middle, band*, pair, pairs, letter*, perimeter, window*, margin*, rim, sign,
        signs, tower*, building*, slant*, ring*, lamp*, end, ends, tick*, tip, head, tail, string*, bead*, island*,
        map, picture, image, 1 9, 1 6, 1 4, 1 16, crossing*, ray, rays, ladder*, sum, sums, total*, digits,
        neighbo*, contents, board, half, halves, wing, wings,
        // German
        ziffer*, zahl, *zahlen, *ziffern, zelle*, *zellen, feld, *felder*, zeile*, spalte*, linie*, kasten,
        kastchen*, block*, quadrat*, ecke*, kreis*, punkt*, kante*, rand, flache*, mitte*, regel*, 1 bis 9,
        eins bis neun, reihe*, gruppe*, form, formen,
        // French
        chiffre*, nombre*, case, cases, cellule*, ligne*, colonne*, bloc*, carre*, coin*, cercle*, point, points,
        bord*, centre*, 1 a 9, zone*, groupe*, forme*,
        // Spanish, Portuguese
        cifra*, digito*, numero, numeros, celda*, casilla*, fila*, columna*, linea*, cuadro*, cuadrado*, bloque*,
        esquina*, circulo*, punto*, borde*, celula*, linha*, coluna*, zona*,
        // Italian
        numeri, casella, caselle, cella, celle, riga, righe, colonna, colonne, riquadro, riquadri, blocco, blocchi,
        angol*, cerchi*, punti, bord*, quadrato, quadrati,
        // Dutch
        cijfer*, getal*, vak, *vakje*, vakken, rij, rijen, kolom*, lijn*, blok*, hoek*, cirkel*, punt, punten,
        randen, midden, vierkant*,
        // Swedish, Polish, Czech, Russian
        siffr*, rutor, ruta, kolumn*, cyfr*, liczb*, wiersz*, pola, polach, cisl*, radk*, sloup*, цифр*, числ*,
        клетк*, строк*, столб*, 数字*, マス,
    ",
    relations: "
        // English
        contain*, hold, holds, held, holding, include*, differ*, distinct, unique, equal*, identical, same, repeat*,
        sum, sums, add, adds, adding, added, total*, product*, increas*, decreas*, rise, rises, rising, fall, falls,
        grow, grows, apart, between, inside, within, outside, share*, touch*, larger, largest, smaller, smallest,
        greater, greatest, bigger, less, higher, highest, lower, lowest, even, odd, double, doubled, twice, half,
        multipl*, divi*, difference, sum to, mirror*, reflect*, symmetr*, rotat*, connect*, separat*, sort*,
        opposite, exceed*, minimum, maximum, sequence*, sequential*, average*, interchang*, swap*, belong*, make up,
        permut*, duplicat*, recur*, attack*, distance*, proximity, intersect*, surround*, enclos*, bound*, made of,
        consist*, alternat*, vary, varies, exclud*, forbid*, forbidden, prohibit*, allowed, tell, tells, give,
        gives, indicat*, show, shows, represent*, denot*, means, determin*, mark, marks, maxim*, minim*, drop,
        drops, wide, tall, high, plus, minus, copy, copies, neighbo*, adjacent*, adjoin*, orthogonal*, abut*,
        // German
        enthalt*, enthalten*, verschieden*, unterschied*, unterscheid*, gleich*, wiederhol*, summe*, ergeben,
        ergibt, zunehm*, steig*, fallen*, zwischen, innerhalb, entlang, beruhr*, grosser*, kleiner*, hoher*,
        niedriger*, gerade, geraden, gerader, gerades, doppelt*, halb*, vorhanden, auftreten, auftritt, spiegel*,
        abstand, entfernt*, bilden, bildet, verbot*, erlaubt, *nachbar*, benachbart*,
        // French
        contien*, contenir, differen*, distinct*, unique*, egal*, egaux, identique*, meme*, repet*, somme*, total*,
        augment*, entre, interieur, long, touch*, partag*, grand*, petit*, pair, pairs, paire, paires, double*,
        moitie, figure*, distance, saut, interdit*, autorise*, oppose*, separe*, voisin*, adjacent*,
        // Spanish, Portuguese
        contien*, contener, contem, conter, diferen*, distint*, unic*, igual*, mism*, mesm*, repit*, repet*, suma*,
        soma*, aument*, entre, dentro, mayor*, menor*, maior*, par, pares, doble*, mitad, distancia, separad*,
        prohib*, comparten, toca*, vecin*, vizinh*, adyacent*, adjacent*,
        // Italian
        contien*, contengono, contenere, divers*, uguali, uguale, stess*, ripet*, somma*, aument*, tra, fra, dentro,
        maggior*, minor*, pari, doppi*, meta, distanza, viet*, tocca*, vicin*, adiacent*,
        // Dutch
        bevat*, verschil*, uniek*, gelijk*, zelfde, hetzelfde, dezelfde, herhaal*, herhal*, som, opgeteld, totaal,
        oplop*, tussen, binnen, langs, rak*, groter*, kleiner*, hoger*, lager*, even, dubbel*, helft, afstand,
        verbod*, jamn*, udda, samma, olika, sumy, rowne, taka, stejn*, ruzn*, soucet*, сумм*, одинаков*, разн*, 合計*,
        同じ*, buur*, buren, aangrenz*,
    ",
    places: "see, sees, seen, visible, count, counts, step, steps, order, ordered, form, forms, move*, above, below, \
        left, right, across, through, next to, side by side, along, meet, meets, cross*, join*, link*, jump*, away, \
        cover*, mean, match*, appear*, occur*, stehen, steht, neben, gegenuber*, treffen, vorkommt, vorkommen, \
        apparai*, aparec*, compai*, staan, komen, voorkom*",
    amounts: "
        // English
        must, each, every, all, no, none, both, any, only, never, always, cannot, can t, may, exactly, once, two,
        either, neither, nor, not, don t, must not, mustn t, without, everywhere, along, at most, at least,
        how many, as many, shall, should, have to, has to, long,
        // German
        muss, mussen, jede, jeder, jedes, jedem, jeden, alle, allen, kein*, beide, beiden, nur, nie, niemals, immer,
        darf, durfen, genau, einmal, zwei, nicht, ohne, sollen, soll,
        // French
        doit, doivent, chaque, tout, tous, toute, toutes, aucun*, deux, seul*, jamais, toujours, peut, peuvent,
        exactement, fois, pas, sans, ne,
        // Spanish, Portuguese
        debe*, deve*, cada, todo, todos, toda, todas, ningun*, nenhum*, ambas, ambos, solo, solamente, nunca,
        siempre, puede*, pode*, vez, dos, dois, duas, sin, sem, no, nao,
        // Italian
        deve, devono, ogni, ciascun*, tutti, tutte, tutto, nessun*, entramb*, ambedue, soltanto, mai, sempre, puo,
        possono, volta, due, senza, non,
        // Dutch
        moet, moeten, elk, elke, ieder, iedere, alle, geen, beide, alleen, nooit, altijd, mag, mogen, precies,
        eenmaal, keer, twee, zonder, niet,
    ",
    marks: "
        shaded, shading, grey*, gray, grays, greyed, colo*red, colour*, color*, highlight*, circled, circle*,
        dotted, bold*, outlined, marked, marking*, dashed, thick*, tinted, red, blue, green, yellow, orange, purple,
        pink, violet, white, black, dark*, striped, starred, underlined, special, triangle*, diamond*, star, stars,
        hatched, framed, boxed, surrounded, crossed, slash*, indicated, clue outside, little clue*, small clue*,
        small number*, little number*,
        // German
        grau*, farb*, gefarb*, markier*, umkreist*, umrandet*, fett*, gepunktet*, gestrichelt*, schattiert*, rot,
        roten, rote, blau*, grun*, gelb*, weiss*, schwarz*, dunkel*, dunkl*, hell*, eingekreist*, hervorgehoben*,
        // French
        gris*, color*, couleur*, ombre*, marque*, entoure*, gras*, rouge*, bleu*, vert*, jaune*, blanc*, noir*,
        fonce*,
        // Spanish, Italian, Portuguese
        sombread*, marcad*, rojo*, roja*, azul*, verde*, amarill*, blanc*, negr*, grigi*, grige, colorat*, segnat*,
        evidenziat*, rosso, rossa, rosse, bianc*, ner*, cinza*, cinz*,
        // Dutch
        grijs*, grijze*, gekleurd*, gearceerd*, gemarkeerd*, omcirkeld*, vet, vette, fargade*, szar*, sed*, сер*,
        rood, rode, blauw*, groen*, geel, gele, wit, witte, zwart*,
    ",
    others: "instead, except*, also, addition*, besides, extra, moreover, furthermore, twist*, unusual*, non, too, \
        rather than, unlike, further, in place of, replac*, rule, rules, statt*, ausser*, auch, zusatzlich*, \
        weiter*, ungewohnlich*, ausserdem, zudem, regel, regeln, sauf, aussi, egalement, plus de, outre, \
        inhabituel*, au lieu*, regle, regles, excepto, tambien, ademas, tambem, alem, en lugar, regla, reglas, \
        regra*, invece, tranne, anche, inoltre, regola, regole, behalve, ook, bovendien, daarnaast, plaats van, \
        regel, regels, spelregel*",
};

/// Words of the ordinary rules, and of texts that say that the rules are the ordinary
/// ones. A sentence of such words alone states no other rule.
const ORDINARY: &str = "
    // English
    fill, filling, complete, the, this, a, an, grid, board, puzzle*, diagram, so, that, such, every, each, all,
    row*, column*, and, or, nor, box, boxes, 3x3, 2x2, 4x4, 5x5, block*, subgrid*, sub, subsquare*, square*,
    region*, area*, section*, contain*, hold, holds, include*, has, have, digit*, number*, numeral*, figure*,
    symbol*, value*, to, exactly, once, one, only, time, occur*, appear*, normal, classic*, standard*, usual,
    regular, ordinary, conventional, traditional, plain, vanilla, common, basic, sudoku, sudokus, sudokuregel*, su,
    doku, rule, rules, apply, applies, hold, are, is, be, will, with, without, repeat*, repetition*, no, not, in,
    into, of, from, through, thru, by, must, should, can, place*, put, write, enter*, insert*, cell*, field*,
    blank*, empty, missing, remaining, nine, using, use, uses, used, please, your, you, as, per, given*, aim, goal,
    object*, task, solve*, it, its, them, any, same, twice, more, than, duplicat*, 9x9, 16x16, 6x6, 25x25, for,
    where, which, may, cannot, within, just, always, we, follow*, these, there, there, how, play, played, space,
    spaces, made, up, filled, out, need, needs, also, possible, unique, uniquely, solution, on, own, order,
    // German
    fulle*, ausfull*, aus, sie, das, die, der, dem, den, gitter*, diagramm, ratsel, so, dass, jede, jeder, jedes,
    jedem, jeden, zeile*, spalte*, und, kastchen*, kasten, quadrat*, teilquadrat*, feld*, felder*, enthalt,
    enthalten, ziffer*, zahl*, bis, von, genau, einmal, nur, es, gelten, gilt, ublich*, normal*, klassisch*,
    gewohnlich*, standard*, regel*, sudokuregel*, vorkommt, vorkommen, vorkommt, kommt, vor, in, mit, ohne, trage,
    tragen, ein, eine, einen, leere*, zu, sind, ist, werden, wird, muss, mussen, alle, 3x3er, reihe*, steht, stehen,
    // French
    remplis*, rempli*, complete*, la, le, les, l, grille*, de, des, du, d, sorte, que, chaque, ligne*, colonne*, et,
    bloc*, carre*, region*, contien*, contenir, chiffre*, nombre*, a, une, un, seule, fois, exactement, regle*,
    classique*, normale*, habituelle*, s, appliquent, case*, vide*, avec, sans, en, dans, doit, tous, toutes,
    // Spanish, Portuguese
    rellen*, complet*, preench*, para, la, el, los, las, cuadricula*, tablero, modo, cada, fila*, columna*, coluna*,
    linha*, y, e, caja*, cuadro*, bloque*, region*, contenga*, contenha*, contien*, cifra*, digito*, numero*, del,
    al, una, sola, vez, reglas, regras, clasic*, normal*, habitual*, se, aplican, con, sin, que, os, as, do, da, um,
    uma,
    // Italian
    riemp*, complet*, griglia, lo, gli, i, il, che, ogni, riga, righe, colonna, colonne, riquadro, riquadri, blocco,
    blocchi, contenga*, contien*, cifre, numeri, dal, volta, regole, classich*, normali, si, applicano, modo, in,
    di, una, sola,
    // Dutch
    vul, het, de, rooster, zodat, elke, elk, iedere, ieder, rij, rijen, kolom*, en, blok*, vak*, cijfer*, bevat*,
    getal*, tot, met, van, precies, een, keer, eenmaal, normale, gewone, klassieke, standaard, regels, sudokuregels,
    gelden, zijn, op, tot en met,
";

/// Words that say that rules are the usual ones.
const USUAL: &str = "normal*, classic*, standard*, usual*, regular, ordinary, conventional, traditional, plain, vanilla, basic, \
    ublich*, klassisch*, gewohnlich*, classique*, habitu*, clasic*, gewone, klassiek*, standaard, none, no, null, \
    keine, aucun*, ningun*, nessun*, geen, na, n a, default";

/// Words beside `sudoku` that name no other kind of it: difficulties, dates, places,
/// numbers and such.
const HARMLESS: &str = "
    // Articles and such
    a, an, the, this, that, my, our, your, his, her, their, some, any, no, every, each, another, and, or, of, for,
    from, by, in, on, at, with, to, is, was, are, as, like, one, two, three, first, second, third, last, next, new,
    old, nr, no, number, num, n, vol, volume, book, page, part, issue, series, set, pack, week*, day, days, daily,
    today*, yesterday*, morning, evening, night, month*, year*, weekend*, free, online, printable, print, app, web*,
    site, com, org, net, html, forum*, champion*, contest*, cup, world*, national, international, open, league,
    club, team, round,
    // Words of puzzles
    puzzle*, grid*, game*, board*, problem*, quiz*, challenge*, collection*, list*, magazine*, solver*, solving,
    solve*, generator*, programm*, program*, code, solution*, answer*, sudoku*, file*, example*, test*, sample*,
    demo, input*, clue*, given*, hint*, print*, minimal, symmetric*, unsolved, unsolvable, valid, invalid, unique,
    blank, empty, full, complete*, partial, random, original, famous, word, letter*, text, title*, name*, author*,
    source*, date*, id, top*, time*, times, post*, news*, paper*, newspaper*, guardian, telegraph, independent,
    observer, sun, mirror, express, star, tribune, herald, gazette, journal, globe, mail, monde, figaro, zeit,
    spiegel, welt, bild, kurier, krant, pais, mundo, nikoli, andrew*, stuart, gordon, royle, inkala, arto,
    sudokuwiki, websudoku, project, euler, kaggle, wikipedia, wiki, github, sdm, sdk, txt, csv, pdf, explainer,
    coach, enjoy*, swami,
    // Difficulties and praise
    easy, easier, easiest, medium, moderate, hard, harder, hardest, difficult*, expert, experts, evil, extreme*,
    diabolic*, fiendish*, tough*, gentle, simple*, beginner*, intermediate, advanced, master*, novice, insane*,
    deadly, nightmare, hell, brutal*, super, ultra, very, really, too, quite, mild, tricky, challenging, monster,
    crazy, impossible, level*, grade*, rating*, rated, star, stars, beautiful, nice, good, great, best, fun, cool,
    interesting, pretty, lovely, little, small, big, mini, large, giant, huge, kids, kid, children*, kinder*,
    enfant*, nino*, bambin*, gnome, workshop, academy, dragon, classic*, normal*, standard*, regular, ordinary,
    usual, plain, vanilla, traditional, conventional, basic,
    // Dates
    monday, tuesday, wednesday, thursday, friday, saturday, sunday, january, jan, february, feb, march, mar, april,
    apr, may, june, jun, july, jul, august, aug, september, sep, sept, october, oct, november, nov, december, dec,
    christmas, easter, summer, winter, spring, autumn,
    // German, French, Spanish, Italian, Dutch
    das, der, die, ein, eine, mein*, dein*, unser*, leicht*, einfach*, mittel*, schwer*, schwierig*, sehr, extrem*,
    teuflisch*, tag*, taglich*, woche*, ratsel*, aus, von, vom, fur, und, neu*, heutig*, klassisch*, le, la, les,
    un, une, mon, ma, facile*, moyen*, difficile*, diabolique*, jour*, du, de, des, et, grille*, niveau*, hex,
    classique*, el, los, las, una, mi, facil*, medio*, dificil*, diario*, del, dia, y, nivel*, clasic*, il, lo, i,
    di, uno, mio, medi*, giorn*, facili, schema*, livello*, het, een, mijn, makkelijk*, gemiddeld*, moeilijk*,
    lastig*, dag*, krant*, van, en, puzzel*, dagelijks*,
";

/// Words of mails and comments, in which people talk about a puzzle rather than state its
/// rules.
const TALK: &str = "clash*, candidate*, solvable, unsolvable, seconds, program*, solver*, algorithm*, backtrack*, guess*, \
    newspaper*, generated, download*, copyright, i, i m, i ve, my, me, we, our, us, anybody, anyone, somebody, \
    someone, everybody, everyone, help, stuck, thank*, hello, hi, hey, regards, cheers, sorry, think, guess, try, \
    tried, trying, wonder*, found, ich, mir, mich, wir, uns, mein*, jemand, danke, hallo, bitte, je, j, mon, nous, \
    quelqu, merci, bonjour, yo, me, mi, alguien, gracias, hola, io, qualcuno, grazie, ciao, ik, mij, mijn, iemand, \
    bedankt";

/// Names of techniques and such that have words of rules, and state none where people talk of
/// solving.
const TECHNIQUES: &str = "arrow key*, cursor key*, naked pair*, naked triple*, naked quad*, hidden triple*, hidden quad*, hidden single*, \
    naked single*, hidden pair*, pointing pair*, pointing triple*, x wing*, xy wing*, xyz wing*, w wing*, box line*, \
    unique rectangle*, x chain*, xy chain*, forcing chain*, x cycle*, remote pair*";

/// Values that say that something holds, or that it does not.
const TRUE: &str = "true, yes, on, 1, y, both, ja, oui, si, enabled";
const FALSE: &str = "false, no, off, 0, n, none, null, nein, non, disabled, nee";

/// Returns the patterns of a list.
fn patterns_of(list: &str) -> impl Iterator<Item = &str> {
    let lines = list
        .lines()
        .filter(|line| !line.trim_start().starts_with("//"));
    let patterns = lines.flat_map(|line| line.split(',')).map(str::trim);
    patterns.filter(|pattern| !pattern.is_empty())
}

/// Returns `true` if a name is one of a list.
fn is_in(list: &str, name: &str) -> bool {
    list.split(", ").any(|known| known == name)
}

/// Returns whether a value says that something holds; `None` for other values.
pub(in crate::sudoku::text) fn truth(value: &str) -> Option<bool> {
    match (is_in(TRUE, value), is_in(FALSE, value)) {
        (false, false) => None,
        (is_true, _) => Some(is_true),
    }
}

/// Returns the words without the names of techniques, where people talk of solving.
pub(super) fn without_techniques(mut words: Vec<Word>) -> Vec<Word> {
    if !has(
        &words,
        "solv*, use, used, using, need*, requir*, techni*, move",
    ) {
        return words;
    }
    let mut at = 0;
    while at < words.len() {
        let mut names = patterns_of(TECHNIQUES);
        match names.find_map(|name| begins(&words[at..], name)) {
            Some(length) => {
                words.drain(at..at + length);
            }
            None => at += 1,
        }
    }
    words
}

/// Names of lines and columns whose value is the kind or the rules of a puzzle.
const KINDS: &str = "rule, rules, ruleset, rule set, variant, variants, variation, type, types, kind, category, mode, constraint, \
    constraints, extra, extras, additional rules, extra rules, extra rule, puzzle type, sudoku type, game type, \
    gametype, sudokutype, puzzletype, rule type, layout, shape, style, flavour, flavor, feature, features, modifier, \
    modifiers, regel, regeln, variante, varianten, typ, art, kategorie, zusatzregel, zusatzregeln, regle, regles, \
    tipo, regla, reglas, regola, regole, regels, soort, spelregels, genre, special, subtype, options";

/// Names of kinds that may stand ahead of their value without a mark.
const KINDS_AHEAD: &str = "type, variant, ruleset, typ, variante, tipo";

/// Names of lines and columns whose value is a map of the regions, or the shape of the
/// boxes.
const MAPS: &str = "region, regions, regionmap, region map, regions map, map, maps, jigsaw, jigsaw map, jigsaw regions, \
    jigsaw layout, box, boxes, box map, layout, shapes, shape, areas, area, blocks, nonets, nonominoes, pieces, \
    irregular, irregular regions, region layout, cages map, groups, houses, template, pattern, partition, zones, \
    subgrids, boxes map, irregular boxes, gebiete, regionen, bereiche, blocke, formen, zonen, carte, zones, \
    regiones, mapa, zonas, regioni, mappa, zone, aree, gebieden, regio s, vakken, areas map, jigsaw shapes, \
    structure, geometry";

/// Names of lines and columns whose value is a solution.
const SOLUTIONS: &str = "solution, solutions, solved, answer, answers, result, solution grid, full solution, the solution, completed, \
    completed grid, solution is, losung, die losung, antwort, reponse, solucion, respuesta, soluzione, risposta, \
    oplossing, antwoord, solved grid, final grid, its solution, answer key, key, spoiler, finished grid";

/// Other names of rules that are known, with the statement of each.
const SYNONYMS: &[(&str, &str)] = &[
    (
        "diagonal",
        "diagonal, diagonals, diag, x sudoku, xsudoku, sudoku x, sudokux, x sudokus, diagonal sudoku, \
            diagonal sudokus, sudoku diagonal, diagonals sudoku, both diagonals, both diags, two diags, diag, diags, \
            two diagonals, main diagonals, both main diagonals, with diagonals, with both diagonals, diagonale, \
            diagonalen, diagonales, diagonali, diagonalsudoku, diagonal sudoku puzzle, x sudoku puzzle, x doku, \
            diagonalen, diagonaal, diagonal rule",
    ),
    (
        "windoku",
        "windoku, windoku sudoku, hyper sudoku, hypersudoku, sudoku hyper, nrc sudoku, four windows, \
            windoku puzzle",
    ),
    (
        "anti-knight",
        "anti knight, antiknight, anti knight sudoku, antiknight sudoku, sudoku anti knight, anti knights move, \
            anti knight move, no knight move",
    ),
    (
        "anti-king",
        "anti king, antiking, anti king sudoku, antiking sudoku, sudoku anti king, anti king move, \
            no touch sudoku, untouchable sudoku",
    ),
    (
        "non-consecutive",
        "non consecutive, nonconsecutive, non consecutive sudoku, nonconsecutive sudoku, sudoku non consecutive",
    ),
    (
        "disjoint-groups",
        "disjoint groups, disjoint group, disjoint groups sudoku, disjoint group sudoku",
    ),
    ("latin", "latin square, latin squares, latin, no boxes"),
];

/// Names that stand for these rules only where the kind of a puzzle is stated.
const KIND_SYNONYMS: &[(&str, &str)] = &[("diagonal", "x"), ("windoku", "hyper, windows")];

/// Returns `true` if a word matches a pattern of one word.
fn is_like(word: &str, pattern: &str) -> bool {
    match (pattern.strip_prefix('*'), pattern.strip_suffix('*')) {
        (Some(rest), Some(_)) => word.contains(rest.trim_end_matches('*')),
        (None, Some(start)) => match start.split_once('*') {
            Some((start, end)) => word.starts_with(start) && word[start.len()..].contains(end),
            None => word.starts_with(start),
        },
        (Some(end), None) => word.ends_with(end),
        (None, None) => match pattern.split_once('*') {
            Some((start, end)) => word.starts_with(start) && word.ends_with(end),
            None => word == pattern,
        },
    }
}

/// Returns the number of words that match a pattern at the start of these.
fn begins(words: &[Word], pattern: &str) -> Option<usize> {
    let mut count = 0;
    for part in pattern.split(' ') {
        if !is_like(&words.get(count)?.text, part) {
            return None;
        }
        count += 1;
    }
    Some(count)
}

/// Patterns by the letter that they begin with.
pub(super) struct List {
    by_first: HashMap<char, Vec<(&'static str, Subject)>>,
    /// Patterns that begin with `*`.
    others: Vec<(&'static str, Subject)>,
}

impl List {
    fn new(patterns: impl IntoIterator<Item = (&'static str, Subject)>) -> List {
        let mut list = List {
            by_first: HashMap::new(),
            others: Vec::new(),
        };
        for (pattern, subject) in patterns {
            match pattern.chars().next() {
                Some(first) if first != '*' => list.by_first.entry(first).or_default(),
                _ => &mut list.others,
            }
            .push((pattern, subject));
        }
        list
    }

    fn of(patterns: &'static str) -> List {
        List::new(patterns_of(patterns).map(|pattern| (pattern, Subject::Other)))
    }

    /// Returns the subjects of the patterns that match the words from the start.
    fn at_start(&self, words: &[Word]) -> impl Iterator<Item = Subject> {
        let first = words.first().and_then(|word| word.text.chars().next());
        let by_first = first.and_then(|first| self.by_first.get(&first));
        let patterns = by_first.into_iter().flatten().chain(&self.others);
        patterns
            .filter(|(pattern, _)| begins(words, pattern).is_some())
            .map(|(_, subject)| *subject)
    }

    /// Returns the rule of the table whose name of several words these begin with, and their number.
    fn mark_at_start(&self, words: &[Word]) -> Option<(usize, Subject)> {
        let first = words.first()?.text.chars().next()?;
        let mut patterns = self.by_first.get(&first).into_iter().flatten();
        patterns.find_map(|&(pattern, subject)| {
            let is_meant = matches!(subject, Subject::Marked(_)) && pattern.contains(' ');
            let length = begins(words, pattern).filter(|_| is_meant)?;
            Some((length, subject))
        })
    }

    /// Returns `true` if a pattern matches the words from the start.
    fn starts(&self, words: &[Word]) -> bool {
        self.at_start(words).next().is_some()
    }

    /// Returns `true` if a pattern matches some of the words.
    pub(super) fn is_in(&self, words: &[Word]) -> bool {
        (0..words.len()).any(|at| self.starts(&words[at..]))
    }

    /// Returns `true` if a pattern of one word matches this word.
    fn has(&self, word: &Word) -> bool {
        self.starts(std::slice::from_ref(word))
    }
}

/// The lists of words.
pub(super) struct Lists {
    names: List,
    pub things: List,
    pub relations: List,
    pub places: List,
    pub amounts: List,
    pub marks: List,
    pub others: List,
    ordinary: List,
    usual: List,
    harmless: List,
    talk: List,
    denials: List,
}

pub(super) static LISTS: LazyLock<Lists> = LazyLock::new(|| Lists {
    names: List::new(
        NAMES
            .iter()
            .flat_map(|(subject, names)| patterns_of(names).map(|name| (name, *subject))),
    ),
    things: List::of(GRAMMAR.things),
    relations: List::of(GRAMMAR.relations),
    places: List::of(GRAMMAR.places),
    amounts: List::of(GRAMMAR.amounts),
    marks: List::of(GRAMMAR.marks),
    others: List::of(GRAMMAR.others),
    ordinary: List::of(ORDINARY),
    usual: List::of(USUAL),
    harmless: List::of(HARMLESS),
    talk: List::of(TALK),
    denials: List::of(DENIALS),
});

/// Returns `true` if one of the words matches a pattern of one word.
pub(super) fn has(words: &[Word], patterns: &str) -> bool {
    let matches = |word: &Word| {
        patterns
            .split(", ")
            .any(|pattern| is_like(&word.text, pattern))
    };
    words.iter().any(matches)
}

/// Returns the subjects of the names of rules among the words.
pub(super) fn subjects(words: &[Word]) -> Vec<Subject> {
    let mut found = Vec::new();
    let mut at = 0;
    while at < words.len() {
        // A name of several words, as `double arrow`, hides those of its words.
        let rest = &words[at..];
        let (length, subjects) = match LISTS.names.mark_at_start(rest) {
            Some((length, subject)) => (length, vec![subject]),
            None => (1, LISTS.names.at_start(rest).collect()),
        };
        at += length;
        for subject in subjects {
            if !found.contains(&subject) {
                found.push(subject);
            }
        }
    }
    found
}

pub(super) fn is_number(word: &Word) -> bool {
    word.text.bytes().all(|byte| byte.is_ascii_digit())
}

/// Returns `true` if the words are those of the ordinary rules alone.
pub(super) fn are_ordinary(words: &[Word]) -> bool {
    let number = |at: usize| words.get(at).filter(|word| is_number(word));
    // `3 x 3`, but not `3 x 2`.
    let is_square =
        |at: usize| at > 0 && number(at - 1) == number(at + 1) && number(at - 1).is_some();
    let is_usual = |(at, word): (usize, &Word)| {
        let is_letter = word.text.len() == 1 && !["x", "v"].contains(&word.text.as_str());
        is_number(word)
            || is_letter
            || word.text == "x" && is_square(at)
            || LISTS.ordinary.has(word)
    };
    // `boxes of 3 rows and 2 columns`.
    let amount_of = |pattern: &str| {
        let at = (1..words.len()).find(|&at| is_like(&words[at].text, pattern))?;
        number(at - 1)
    };
    let (rows, columns) = (amount_of("row*"), amount_of("column*"));
    let is_square = rows
        .zip(columns)
        .is_none_or(|(rows, columns)| rows.text == columns.text);
    !LISTS.denials.is_in(words) && is_square && words.iter().enumerate().all(is_usual)
}

/// Returns the number of words that match a pattern of the list or name a cell.
pub(super) fn count(words: &[Word], list: &List) -> usize {
    let is_thing = |at: &usize| cell(&words[*at].text).is_some() || list.starts(&words[*at..]);
    // `A1 = B2`, but not `level A1`.
    let is_chess = |word: &&Word| matches!(word.text.as_bytes(), [b'a'..=b'i', b'1'..=b'9']);
    let chess = words.iter().filter(is_chess).count();
    (0..words.len()).filter(is_thing).count() + chess / 2 * 2
}

/// Returns `true` if one of the words is a number of at most two figures.
pub(super) fn has_number(words: &[Word]) -> bool {
    words
        .iter()
        .any(|word| word.text.len() < 3 && is_number(word))
}

/// Returns `true` for a text that is certainly none about rules: an author, and names of days,
/// difficulties and symmetries that sound like one.
pub(super) fn is_decoration(words: &[Word]) -> bool {
    const SYMMETRIES: &str = "rotational, mirror, diagonal, horizontal, vertical";
    match words {
        [by, first, last] => by.text == "by" && first.is_capital && last.is_capital,
        [name, what] => {
            name.text == "magic" && what.text.ends_with("day")
                || name.text == "symmetry" && has(&words[1..], SYMMETRIES)
                || what.text == "symmetry" && has(&words[..1], SYMMETRIES)
                || name.text == "killer" && ["difficulty", "level"].contains(&what.text.as_str())
        }
        _ => false,
    }
}

/// Returns what the rule is about that a text names where it stands alone, or ahead of `puzzle`
/// and such.
pub(super) fn bare(words: &[Word]) -> Option<Subject> {
    let is_noun = |word: &Word| has(std::slice::from_ref(word), "puzzle*, sudoku*, grid*, by");
    let end = words.iter().position(is_noun).unwrap_or(words.len());
    let name = joined(&words[..end]);
    let mut all = BARE.iter();
    all.find_map(|&(subject, names)| is_in(names, &name).then_some(subject))
}

/// Returns `true` if words say that the ordinary rules do not hold.
pub(super) fn denies(words: &[Word]) -> bool {
    LISTS.denials.is_in(words)
}

/// Returns `true` if a word says that rules are the usual ones.
pub(super) fn says_usual(words: &[Word]) -> bool {
    LISTS.usual.is_in(words)
}

/// Returns `true` if a word beside `sudoku` names no other kind of it.
pub(super) fn is_harmless(word: &Word) -> bool {
    is_number(word)
        || word.is_possessive
        || word.text.bytes().any(|byte| byte.is_ascii_digit())
        || LISTS.harmless.has(word)
}

/// Returns `true` if people talk in these words.
pub(super) fn is_talk(words: &[Word]) -> bool {
    LISTS.talk.is_in(words)
}

/// Returns the statement that a name of a rule stands for.
pub(super) fn synonym(name: &str, is_kind: bool) -> Option<&'static str> {
    let tables = [SYNONYMS, if is_kind { KIND_SYNONYMS } else { &[] }];
    tables
        .into_iter()
        .flatten()
        .find(|(_, names)| is_in(names, name))
        .map(|(statement, _)| *statement)
}

/// The part of an input that a name announces.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::sudoku::text) enum Label {
    Kind,
    Map,
    Solution,
}

/// Returns `true` if a word is the name of a kind and its value may follow without a mark.
pub(super) fn is_kind_ahead(word: &Word) -> bool {
    is_in(KINDS_AHEAD, &word.text)
}

/// Returns the part that a name announces: of a column, or of a line ahead of `:` or `=`.
pub(super) fn label(name: &str) -> Option<Label> {
    if is_in(SOLUTIONS, name) {
        Some(Label::Solution)
    } else if is_in(MAPS, name) {
        Some(Label::Map)
    } else {
        is_in(KINDS, name).then_some(Label::Kind)
    }
}
