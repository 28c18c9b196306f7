BEGIN TRANSACTION;
CREATE TABLE analyses (
	player INTEGER NOT NULL, 
	entry VARCHAR(40) NOT NULL, 
	version VARCHAR(40) NOT NULL, 
	accuracy FLOAT, 
	skill FLOAT, 
	luck FLOAT, 
	chance FLOAT, 
	best_score INTEGER, 
	is_best_proven BOOLEAN, 
	analysed BIGINT NOT NULL, 
	seed BIGINT, 
	decisions INTEGER, 
	given_up FLOAT, 
	is_analyst_won BOOLEAN, 
	PRIMARY KEY (player, entry)
);
INSERT INTO "analyses" VALUES(1,'entry-won','1',88.0,-0.1,0.7,0.4,NULL,NULL,1794986417575,0,NULL,NULL,NULL);
CREATE TABLE entries (
	player INTEGER NOT NULL, 
	id VARCHAR(40) NOT NULL, 
	game VARCHAR(200) NOT NULL, 
	ending VARCHAR(10) NOT NULL, 
	started BIGINT NOT NULL, 
	saved BIGINT NOT NULL, 
	ended BIGINT, 
	deleted BIGINT, 
	seconds FLOAT NOT NULL, 
	acts INTEGER NOT NULL, 
	score INTEGER NOT NULL, 
	undos INTEGER NOT NULL, 
	fair_hints INTEGER NOT NULL, 
	seeing_hints INTEGER NOT NULL, 
	verdicts INTEGER NOT NULL, 
	chances INTEGER NOT NULL, 
	day VARCHAR(10) NOT NULL, 
	level INTEGER NOT NULL, 
	"offset" INTEGER NOT NULL, 
	source VARCHAR(10) NOT NULL, 
	revision INTEGER NOT NULL, 
	first_seen BIGINT NOT NULL, 
	last_seen BIGINT NOT NULL, 
	leap INTEGER NOT NULL, 
	record TEXT NOT NULL, 
	redo TEXT NOT NULL, 
	PRIMARY KEY (player, id)
);
INSERT INTO "entries" VALUES(1,'entry-won','elevator','won',1763467100500,1763467200000,1763467200000,NULL,99.5,50,28,2,0,0,0,0,'2026-11-18',0,0,'page',1,0,0,0,'elevator.83/s-w/g6-w/s-w/s-w/s-w/g1-w/g2-w/g4-w/g5-w/f1-w/f4-w/s-w/g3-w/f2-w/s-w/f5-w/f3-w/e4-w/g7-w/s-w/s-w/f6-w/e1-w/e2-w/s-w/d1-w/e3-w/d2-w/c1-w/s-w/s-w/s-w/d3-w/s-w/s-w/c2-w/s-w/s-w/e5-w/s-w/s-w/d4-w/b1-w/c3-w/s-w/b2-w/s-w/s-w/s-w/a1-w','');
INSERT INTO "entries" VALUES(1,'entry-open','quatorze','open',1763467297000,1763467300000,NULL,NULL,3.0,1,2,0,0,0,0,0,'',0,0,'page',1,0,0,0,'quatorze.5/b3-d3','');
INSERT INTO "entries" VALUES(1,'entry-gone','quatorze','open',1763467297000,1763467300000,NULL,1763467400000,3.0,1,2,0,0,0,0,0,'',0,0,'page',1,0,0,0,'quatorze.5/b3-d3','');
CREATE TABLE keys (
	key_hash VARCHAR(64) NOT NULL, 
	player INTEGER NOT NULL, 
	created BIGINT NOT NULL, 
	PRIMARY KEY (key_hash)
);
INSERT INTO "keys" VALUES('25bf8e1a2393f1108d37029b3df5593236c755742ec93465bbafa9b290bddcf6',1,1794986417522);
CREATE TABLE meta (
	name VARCHAR(40) NOT NULL, 
	value TEXT NOT NULL, 
	PRIMARY KEY (name)
);
INSERT INTO "meta" VALUES('version','2');
INSERT INTO "meta" VALUES('name','8346c70f');
INSERT INTO "meta" VALUES('secret','0000000000000000000000000000000000000000000000000000000000000000');
CREATE TABLE passes (
	code_hash VARCHAR(64) NOT NULL, 
	player INTEGER NOT NULL, 
	expires BIGINT NOT NULL, 
	PRIMARY KEY (code_hash)
);
CREATE TABLE players (
	id INTEGER NOT NULL, 
	name VARCHAR(30), 
	folded_name VARCHAR(60), 
	created BIGINT NOT NULL, 
	PRIMARY KEY (id), 
	UNIQUE (folded_name)
);
INSERT INTO "players" VALUES(1,NULL,NULL,1794986417522);
CREATE TABLE settings (
	player INTEGER NOT NULL, 
	name VARCHAR(40) NOT NULL, 
	value TEXT NOT NULL, 
	saved BIGINT NOT NULL, 
	PRIMARY KEY (player, name)
);
INSERT INTO "settings" VALUES(1,'page','{"deck":"four"}',1794986417574);
CREATE INDEX ix_keys_player ON keys (player);
CREATE INDEX entries_by_time ON entries (player, saved);
CREATE INDEX entries_of_a_day ON entries (day, game) WHERE day != '';
COMMIT;
