//! Literals, models and formulas for serde, in numbers of DIMACS.

use super::{Cnf, Lit, Model, Var};
use serde::de::Error as _;
use serde::ser::SerializeStruct as _;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// As its number in DIMACS.
impl Serialize for Lit {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.to_dimacs().serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for Lit {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Lit, D::Error> {
        Lit::try_from(i32::deserialize(deserializer)?).map_err(D::Error::custom)
    }
}

/// As its true literals in the order of their variables: `[1, -2]`.
impl Serialize for Model {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self.lits())
    }
}

impl<'de> Deserialize<'de> for Model {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Model, D::Error> {
        let lits = Vec::<Lit>::deserialize(deserializer)?;
        for (index, lit) in lits.iter().enumerate() {
            if lit.var().index() != index {
                let var = index + 1;
                return Err(D::Error::custom(format_args!(
                    "found {lit}, expected {var} or -{var}: a model has a literal of each variable, in order"
                )));
            }
        }
        Ok(Model::new(
            lits.iter().map(|lit| lit.is_positive()).collect(),
        ))
    }
}

/// As `{"num_vars": 3, "clauses": [[1, -3], [2, 3, -1]]}`.
impl Serialize for Cnf {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        /// Writes the clauses without a copy of them.
        struct Clauses<'a>(&'a Cnf);
        impl Serialize for Clauses<'_> {
            fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                serializer.collect_seq(self.0.clauses())
            }
        }
        let mut fields = serializer.serialize_struct("Cnf", 2)?;
        fields.serialize_field("num_vars", &self.num_vars())?;
        fields.serialize_field("clauses", &Clauses(self))?;
        fields.end()
    }
}

impl<'de> Deserialize<'de> for Cnf {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Cnf, D::Error> {
        #[derive(Deserialize)]
        #[serde(deny_unknown_fields, rename = "Cnf")]
        struct Fields {
            num_vars: usize,
            clauses: Vec<Vec<Lit>>,
        }
        let Fields { num_vars, clauses } = Fields::deserialize(deserializer)?;
        if num_vars > Var::LIMIT {
            let limit = Var::LIMIT;
            return Err(D::Error::custom(format_args!(
                "found {num_vars} variables, expected at most {limit}"
            )));
        }
        let mut cnf = Cnf::new(num_vars);
        for clause in &clauses {
            cnf.add_clause(clause);
        }
        match cnf.num_vars() > num_vars {
            true => Err(D::Error::custom(format_args!(
                "found a literal of variable {}, expected at most {num_vars}",
                cnf.num_vars()
            ))),
            false => Ok(cnf),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn formulas_and_models_come_back() {
        let cnf: Cnf = [&[1, -3][..], &[], &[2, 3, -1]].into_iter().collect();
        let text = serde_json::to_string(&cnf).unwrap();
        assert_eq!(text, r#"{"num_vars":3,"clauses":[[1,-3],[],[2,3,-1]]}"#);
        assert_eq!(serde_json::from_str::<Cnf>(&text).unwrap(), cnf);
        let model = Model::new(vec![true, false, true]);
        let text = serde_json::to_string(&model).unwrap();
        assert_eq!(text, "[1,-2,3]");
        assert_eq!(serde_json::from_str::<Model>(&text).unwrap(), model);
    }

    #[test]
    fn invalid_values_are_refused() {
        let error = |text: &str| serde_json::from_str::<Cnf>(text).unwrap_err().to_string();
        let start = |text: &str, expected: &str| {
            let error = error(text);
            assert!(error.starts_with(expected), "{error}");
        };
        start(
            r#"{"num_vars":1,"clauses":[[2]]}"#,
            "found a literal of variable 2, expected at most 1",
        );
        start(
            r#"{"num_vars":1,"clauses":[[0]]}"#,
            "found 0, expected a literal",
        );
        start(
            r#"{"num_vars":4294967296,"clauses":[]}"#,
            "found 4294967296 variables, expected at most 1073741823",
        );
        let error = serde_json::from_str::<Model>("[1,3]")
            .unwrap_err()
            .to_string();
        assert!(error.starts_with("found 3, expected 2 or -2"), "{error}");
    }
}
