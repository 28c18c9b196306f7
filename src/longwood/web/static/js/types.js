// @ts-check
/** What the server sends, as docs/api.md says. Written by tools/page_types.py: change the structs, then run it. */

/** @typedef {Record<string, string[]>} Piles */
/** @typedef {[string, number, string, number]} Journey */
/** @typedef {Record<string, number | string | boolean>} Facts */
/** @typedef {["moves", Acts] | ["verdict", VerdictAt] | ["par", Par] | ["chance", ChanceAt] | ["mark", Mark] | ["summary", Summary]} ReportEvent */
/**
 * Where a pile lies, in card widths and heights.
 * @typedef {object} Place
 * @property {number} x
 * @property {number} y
 * @property {number} fan_x
 * @property {number} fan_y
 * @property {number} shown
 */
/**
 * A table and its piles.
 * @typedef {object} Layout
 * @property {number} width
 * @property {number} height
 * @property {Record<string, Place>} places
 */
/**
 * A way to play, as the lobby shows it.
 * @typedef {object} Game
 * @property {string} slug
 * @property {string} title
 * @property {string} family
 * @property {string} about
 * @property {string} goal
 * @property {number} decks
 * @property {string} minutes
 * @property {string[]} piles
 * @property {Record<string, string>} kinds What each pile is for.
 * @property {boolean} can_autoplay
 * @property {boolean} one_click Whether a click plays a card that has one place to go.
 * @property {boolean} is_exact Whether the analyst decides every position at once.
 * @property {Record<string, Layout>} layouts
 * @property {Piles} preview
 * @property {Record<string, string>} options What it has chosen of its family's options.
 * @property {number | null} fair_wins The share of deals that the fair player wins; none where that was not measured.
 */
/**
 * What may be chosen otherwise in a family's games: the texts of the values, in order.
 * @typedef {object} Option
 * @property {string} name
 * @property {string} label
 * @property {string[]} values
 * @property {boolean} is_number
 */
/**
 * Games that share a room.
 * @typedef {object} Family
 * @property {string} name
 * @property {string} title
 * @property {string} fun Why to play it, in a line.
 * @property {string[]} other_names What its games are called elsewhere.
 * @property {string[]} stands_in_for Games that people ask for and that may not be here.
 * @property {boolean} is_for_newcomers Whether somebody who is new to the table should start here.
 * @property {Option[]} options
 */
/**
 * All ways to play, and the families that they belong to.
 * @typedef {object} Games
 * @property {Family[]} families
 * @property {Game[]} games
 */
/**
 * A legal move.
 * @typedef {object} Move
 * @property {string} text
 * @property {string} src
 * @property {string} dst
 * @property {number} count
 * @property {string} words
 */
/**
 * The last act: what was played, what followed by itself and where each card went.
 * @typedef {object} Last
 * @property {string} act
 * @property {string} words
 * @property {string[]} followed
 * @property {Journey[] | null} changed
 */
/**
 * All that a player may know of a position.
 * @typedef {object} Position
 * @property {string} record
 * @property {string} deal
 * @property {string} game
 * @property {string} title
 * @property {string | null} number
 * @property {number} acts
 * @property {Piles} piles
 * @property {Move[]} moves
 * @property {number} score
 * @property {boolean} is_won
 * @property {boolean} is_stuck
 * @property {Facts} facts
 * @property {string} prompt What to do first, where that is not plain to see.
 * @property {Record<string, string>} spaces What an empty pile waits for: a rank, or a word or two.
 * @property {Record<string, string>} double_click
 * @property {string} autoplay
 * @property {string} finish The moves that win, where nothing can go wrong any more.
 * @property {Last | null} last
 * @property {boolean} has_unknown Whether cards of a typed-in position are unknown: what turns up is made up, and nothing can be proven.
 */
/**
 * Whether a move is legal, and if not why.
 * @typedef {object} Why
 * @property {boolean} is_legal
 * @property {string} reason
 */
/**
 * A part of the table by its name: the piles that it is made of, and what it is for.
 * @typedef {object} Part
 * @property {string} name
 * @property {string[]} piles
 * @property {string} say
 */
/**
 * A position to be drawn, and the move that is marked there.
 * @typedef {object} Picture
 * @property {string} record
 * @property {string} game
 * @property {Piles} piles
 * @property {Move | null} move
 */
/**
 * A rules page. Where a figure of the HTML has `data-picture`, it is that one of `pictures`.
 * @typedef {object} Rules
 * @property {string} game
 * @property {string} title
 * @property {string} html
 * @property {Part[]} parts The parts of the table by name.
 * @property {Picture[]} pictures
 */
/**
 * A guided first game: the goal and the parts of the table. Its steps are asked for one by one.
 * @typedef {object} Lesson
 * @property {string} game
 * @property {string} title
 * @property {string} deal The deal that its moves are written for; empty where the fair hint names them on any deal.
 * @property {string} goal
 * @property {Part[]} parts
 * @property {number} count How many steps there are.
 * @property {string} end What to say after the last.
 */
/**
 * Where a guided game stands.
 * @typedef {object} Step
 * @property {number} number How many steps were made.
 * @property {number} count
 * @property {Move | null} move The move to make; null when all were made, or when the player went another way.
 * @property {string} say Why to make it, or what there is to say instead.
 * @property {boolean} is_strayed Whether the player made another move than the one that was shown.
 */
/**
 * A deal to play.
 * @typedef {object} Deal
 * @property {string} deal
 */
/**
 * What is served here, for another Longwood that finds the port taken.
 * @typedef {object} Table
 * @property {string} program
 * @property {string} version
 * @property {string} place Stands for the journal that is kept here.
 */
/**
 * What is wrong with a request, in one sentence.
 * @typedef {object} Complaint
 * @property {string} error
 */
/**
 * How many worlds or games were won, lost or not decided, and the 95 % interval of the share won.
 * @typedef {object} Share
 * @property {number} won
 * @property {number} lost
 * @property {number} unknown
 * @property {number} low
 * @property {number} high
 */
/**
 * The win chance: how likely the fair player is to win, from 0 to 1, with the 95 % interval of what was sampled.
 * @typedef {object} Win
 * @property {number} value
 * @property {number} low
 * @property {number} high
 * @property {boolean} is_proven Whether it is certain: only then is it 0 or 1.
 * @property {boolean} is_fitted Whether it was fitted to games of the fair player; a rough guess otherwise.
 * @property {boolean} is_vague Whether it is a guess with so wide an interval that it is too early to tell.
 */
/**
 * Whether a position can be won, and what that rests on. The line behind it is not told.
 * @typedef {object} Verdict
 * @property {string} verdict
 * @property {number} nodes
 * @property {string} words
 */
/**
 * A hint; `rank` is 0 for the best. Only one using hidden cards has a line.
 *
 * Only a fair one has `win`, `share`, `played` and `alike`: those of the move's chance.
 * @typedef {object} Hint
 * @property {number} rank
 * @property {string} kind
 * @property {Move | null} move
 * @property {string} why
 * @property {Win | null} win
 * @property {Share | null} share
 * @property {Share | null} played
 * @property {string[]} alike
 * @property {string[]} line
 */
/**
 * The win chance of a move, and what it rests on.
 *
 * It stands for others that come to the same thing, such as to another empty foundation: they are `alike`.
 * @typedef {object} Chance
 * @property {Move} move
 * @property {Win} win
 * @property {Share} share The possible worlds that could be won after it by someone who sees all the cards.
 * @property {Share | null} played The games that a quick player, who sees no more than the player, wins after it.
 * @property {string[]} alike
 */
/**
 * The win chance so far, of the position and of every move, the best first.
 * @typedef {object} Chances
 * @property {Win} win
 * @property {Share} share The possible worlds that could be won by someone who sees all the cards.
 * @property {Chance[]} moves
 * @property {boolean} is_exact
 */
/**
 * The best score of a deal, whether that is proven, and the score of the game.
 * @typedef {object} Par
 * @property {number} score
 * @property {boolean} is_proven
 * @property {number} reached
 * @property {boolean} is_of_round Whether the best score is that of the first round only.
 */
/**
 * How hard a deal is: the share of winnable deals that are easier. Null where no win is known.
 * @typedef {object} Difficulty
 * @property {number} percent
 * @property {number} level
 * @property {string} words
 */
/**
 * What is known of a deal.
 * @typedef {object} KnownDeal
 * @property {string} deal
 * @property {string} verdict
 * @property {Difficulty | null} difficulty
 * @property {Win} win The win chance of the deal, from what can be seen of it.
 */
/**
 * What is proven of the position before act `number`, seen with all cards open.
 * @typedef {object} VerdictAt
 * @property {number} number
 * @property {string} verdict
 */
/**
 * The win chance before act `number` from what the player saw, and what the act cost of it.
 *
 * The grade is "good", "inaccuracy", "mistake" or "blunder"; "nothing to lose" where next to nothing could be won; and
 * "not judged" where it is too early to tell.
 * @typedef {object} ChanceAt
 * @property {number} number
 * @property {Win} win
 * @property {number} skill What the act cost, from 0 down.
 * @property {string} grade
 * @property {boolean} is_decision Whether there was something to choose.
 */
/**
 * The move that a fair hint names instead, and the win chance after it.
 * @typedef {object} Better
 * @property {Move} move
 * @property {Win} win
 * @property {string[]} after The moves of the act that come before it.
 */
/**
 * An act that cost something, or lost the game; then its grade by what could be seen may be a blameless one.
 * @typedef {object} Mark
 * @property {number} number
 * @property {string} act
 * @property {string} words
 * @property {number} loss What it cost of the win chance.
 * @property {string} grade
 * @property {boolean} is_turn Whether it is proven that it lost a game that could be won.
 * @property {Win} played The win chance after it, before its cards turned up.
 * @property {Better} better
 * @property {string[]} line A win from before the act, using hidden cards; empty if none is known.
 */
/**
 * A word on the last act of a game, from what could be seen before it.
 *
 * The grade is that of a report. An act that was no decision deserves no mark.
 * @typedef {object} Coach
 * @property {string} act
 * @property {string} grade
 * @property {boolean} is_decision
 * @property {number} skill What it cost of the win chance, from 0 down.
 * @property {string} words Why, in a sentence or two.
 * @property {Move | null} better What would have been better, where something would.
 */
/**
 * Skill and luck of a whole game, in parts of the win chance: dealt + skill + luck = result.
 * @typedef {object} Account
 * @property {number} dealt
 * @property {number} skill
 * @property {number} luck
 * @property {number} result
 * @property {number | null} accuracy In per cent, over decisions only; null where there was none.
 * @property {number} decisions
 * @property {number | null} error_rate The win chance that a decision lost, on average.
 * @property {number[]} lucks What the cards gave after each act.
 */
/**
 * What the entries so far amount to: positions by the number of acts before them.
 * @typedef {object} Summary
 * @property {number} acts
 * @property {number | null} last_winnable
 * @property {number | null} turn
 * @property {string[]} line A win from the last position that could be won.
 * @property {number} wasted How many acts led back to an earlier position.
 * @property {Record<string, number>} grades How many acts got each grade, of those that are weighed.
 * @property {string} outcome How the game ended, and until when it could be won, in words.
 * @property {Account | null} account Null until all positions are weighed.
 * @property {string} words What the account says, in a sentence; empty until then.
 */
/**
 * What one undo takes back, and what it did in words.
 * @typedef {object} Act
 * @property {string} act
 * @property {string} words
 */
/**
 * All acts of a game.
 * @typedef {object} Acts
 * @property {Act[]} moves
 */
/**
 * All that the page asks for while it shows a report: what a file of its own holds.
 * @typedef {object} Report
 * @property {string} record
 * @property {Game} game
 * @property {ReportEvent[]} events
 * @property {Position[]} positions
 */
/**
 * Why there is no answer yet.
 * @typedef {object} Waiting
 * @property {boolean} is_ready
 * @property {string} words
 */
/**
 * Whether the analyst can be asked.
 * @typedef {object} Analyst
 * @property {string} state
 * @property {string} words
 * @property {number} waiting
 * @property {number} workers
 */
/**
 * A game in the journal. Times are milliseconds since 1970, UTC.
 * @typedef {object} Entry
 * @property {string} record
 * @property {number} seconds At play, as a clock that cannot be set has measured it.
 * @property {number} undos
 * @property {number} fair_hints
 * @property {number} seeing_hints
 * @property {number} verdicts
 * @property {number} chances
 * @property {string} day The date of the day's deal, if it was that.
 * @property {number} level The level that was chosen, 1 to 4; 0 for none.
 * @property {number} offset Minutes that the player's clock is ahead of UTC.
 * @property {string} source
 * @property {string} redo What was undone and can be played again, as the end of a record.
 * @property {string} id
 * @property {string} game
 * @property {number} acts
 * @property {number} score
 * @property {string} ending
 * @property {number} started
 * @property {number} saved
 * @property {number | null} ended
 * @property {number} revision How often it was saved. Each save names the revision it is based on, so that none overwrites another.
 * @property {number} first_seen When the server saw the first act, by its own clock; 0 if it did not.
 * @property {number} last_seen
 * @property {number} leap The most acts that came in at once: a game that the server saw grow has a small one.
 * @property {string} title
 * @property {number | null} accuracy In per cent, as the analyst found; none if it has not looked yet, or there was nothing to decide.
 * @property {number | null} skill What play cost of the win chance, from 0 down.
 * @property {number | null} luck What the cards gave.
 * @property {boolean} is_analysed
 */
/**
 * Whether games are kept, and what a page needs to begin with.
 * @typedef {object} Journal
 * @property {boolean} is_kept
 * @property {boolean} is_shared Whether many players have their journals here.
 * @property {string} token What every change has to bring along.
 * @property {string} problem Why nothing can be kept at the moment.
 * @property {string} note What the player should know about the journal.
 * @property {string} backup The date of a backup that has games which are not here.
 * @property {string} name The player's name for the leaderboard.
 * @property {Entry[]} unfinished
 * @property {number} unfinished_count
 * @property {Record<string, string>} today How the deals of today ended, by game.
 * @property {boolean} has_won Whether the player has ever won a game.
 * @property {string[]} recent The ways to play that the player knows, the one played last first.
 * @property {string} settings What the player chose, as the page wrote it.
 */
/**
 * Where a game stands now: perhaps under another name, if somebody else plays the one that was named.
 * @typedef {object} Saved
 * @property {string} id
 * @property {number} revision
 * @property {string} ending
 * @property {string[]} news What is new about a win.
 * @property {string} share A finished game in a few words for others, which name no card.
 */
/**
 * A finished game in a few words for others, which name no card.
 * @typedef {object} ToShare
 * @property {string} text
 * @property {number | null} accuracy
 * @property {boolean} is_analysed Whether the analyst has looked at it: then the accuracy is there, if there was anything to decide.
 */
/**
 * A page of the history.
 * @typedef {object} Entries
 * @property {Entry[]} entries
 * @property {number} count How many there are in all.
 * @property {string} after Where the next page begins; empty at the end.
 */
/**
 * Games in numbers.
 * @typedef {object} Totals
 * @property {number} played
 * @property {number} won
 * @property {number} stuck
 * @property {number} given_up
 * @property {number} open
 * @property {number} share The share won of what was finished.
 * @property {number} low The 95 % interval of the share won.
 * @property {number} high
 * @property {number} streak Wins in a row up to now.
 * @property {number} longest_streak
 * @property {number | null} best_seconds
 * @property {number | null} mean_seconds
 * @property {number | null} best_acts
 * @property {number | null} mean_acts
 * @property {number | null} best_score
 * @property {number | null} best_possible The best score that the analyst knows of on a deal of the best one here.
 * @property {number} seconds All time at play.
 * @property {number} analysed
 * @property {number | null} accuracy Mean of the analysed games that had something to decide.
 * @property {Luck | null} luck Skill and luck of the analysed games; None if there are too few.
 * @property {string} key
 * @property {string} title
 * @property {string} words
 * @property {string[]} luck_words Skill and luck in a few sentences; none if too few games are analysed.
 * @property {string} cost_words What play cost and what the cards gave, a game.
 */
/**
 * Something that was done for the first time.
 * @typedef {object} Milestone
 * @property {string} words
 * @property {string} id
 * @property {number} when
 */
/**
 * The journal in numbers.
 * @typedef {object} Statistics
 * @property {Totals} all
 * @property {Totals[]} games
 * @property {Totals[]} levels
 * @property {Month[]} months
 * @property {Day[]} days
 * @property {number} day_streak
 * @property {number} longest_day_streak
 * @property {Milestone[]} milestones
 */
/**
 * What became of an import.
 * @typedef {object} Imported
 * @property {number} new
 * @property {number} known
 * @property {number} refused
 * @property {string[]} problems What is wrong with the first of those that were refused.
 */
/**
 * How many entries were changed.
 * @typedef {object} Changed
 * @property {number} changed
 */
/**
 * A code that takes the journal to another device.
 * @typedef {object} Pass
 * @property {string} code
 * @property {number} minutes
 */
/**
 * The player's name for the leaderboard.
 * @typedef {object} Name
 * @property {string} name
 */
/**
 * A win of the day's deal.
 * @typedef {object} Leader
 * @property {string} name
 * @property {number | null} seconds Between the first and the last move, as the server saw them; none if it did not see the game grow.
 * @property {number} acts
 * @property {number} undos
 * @property {boolean} is_you
 */
/**
 * Who won the day's deal.
 * @typedef {object} Leaders
 * @property {string} day
 * @property {string} game
 * @property {string} title
 * @property {string} deal
 * @property {Leader[]} without_help
 * @property {Leader[]} with_help
 */
/**
 * A game as it stands.
 * @typedef {object} SaveRequest
 * @property {string} record
 * @property {number} seconds At play, as a clock that cannot be set has measured it.
 * @property {number} undos
 * @property {number} fair_hints
 * @property {number} seeing_hints
 * @property {number} verdicts
 * @property {number} chances
 * @property {string} day The date of the day's deal, if it was that.
 * @property {number} level The level that was chosen, 1 to 4; 0 for none.
 * @property {number} offset Minutes that the player's clock is ahead of UTC.
 * @property {string} source
 * @property {string} redo What was undone and can be played again, as the end of a record.
 * @property {string} id
 * @property {number} based_on
 * @property {number} ago
 * @property {string} ending
 */
/**
 * Entries by name.
 * @typedef {object} IdsRequest
 * @property {string[]} ids
 */
/**
 * An open game that has ended.
 * @typedef {object} EndRequest
 * @property {string} id
 * @property {string} ending
 */
/**
 * A text: an import, a name, a code, settings.
 * @typedef {object} TextRequest
 * @property {string} text
 */
/**
 * Games to take in; a long text comes in parts.
 * @typedef {object} ImportRequest
 * @property {string} text
 * @property {number} before How many lines or entries the parts before this one had.
 */
/**
 * What analysed games tell of skill and luck. Shares are of these games alone.
 * @typedef {object} Luck
 * @property {number} games
 * @property {number} share What the player won of them.
 * @property {number} adjusted What the same play would win with average luck.
 * @property {number} low Its 95 % interval, by how play varies from game to game; the deals are taken as they are.
 * @property {number} high
 * @property {number} analyst What the analyst won of the same deals, playing each once and seeing no more than a player does.
 * @property {number} cost What play cost a game, on average, in shares of the win chance.
 * @property {number} given What the cards gave a game, on average.
 */
/**
 * A day of play.
 * @typedef {object} Day
 * @property {string} day
 * @property {number} played
 * @property {number} won
 * @property {boolean} is_deal_won Whether a deal of that day was won, on the day itself.
 */
/**
 * A month of play.
 * @typedef {object} Month
 * @property {string} month
 * @property {number} played
 * @property {number} won
 * @property {number | null} accuracy
 */
/**
 * What the analyst tells step by step: the events of each stream.
 * @typedef {object} Streams
 * @property {{waiting: Waiting, verdict: Verdict}} verdict
 * @property {{waiting: Waiting, hint: Hint}} hint
 * @property {{waiting: Waiting, chances: Chances}} chances
 * @property {{waiting: Waiting, moves: Acts, verdict: VerdictAt, par: Par, chance: ChanceAt, mark: Mark, summary: Summary}} report
 */
/**
 * What the analyst answers at once.
 * @typedef {object} Singles
 * @property {Par} par
 * @property {Coach} coach
 * @property {KnownDeal} deal
 * @property {KnownDeal} winnable
 * @property {KnownDeal} daily
 */

export {};
